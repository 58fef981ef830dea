//VTK::System::Dec
#define DISC 1
//@include solid.glsl
