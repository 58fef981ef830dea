"""What stands on a board as solids: to print (`printed`: STL, 3MF), or as a scene (`gltf`)."""
