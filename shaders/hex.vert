//VTK::System::Dec
//@include solid.glsl
