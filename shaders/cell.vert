//VTK::System::Dec
#define PRISM 1
//@include solid.glsl
