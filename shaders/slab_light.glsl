// How a face of the slab is lit: quieter than the balls on it.
float slab_light(vec3 n)
{
  return 0.62 + 0.10 * n.z + 0.30 * max(dot(n, key), 0.0) + 0.12 * max(dot(n, fill), 0.0);
}
