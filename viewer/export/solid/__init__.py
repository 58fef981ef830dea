"""What stands on a board as solids: to print (`printed`: STL, 3MF), or as a scene (`gltf`).

A solid is made in two steps. `solid_plan` says what it is made of: bodies with the measures of the
scene's shaders, necks and rods, portions, sizes, loose groups. That takes milliseconds and no
package, so that the dialog plans anew at every click. Only then Manifold unites it, level by level;
a coloured solid is divided so that its pieces meet and none reaches into another. A scene is not
joined: a mesh of glTF has one material, so each player has a mesh, and all of these share one
surface.
"""
