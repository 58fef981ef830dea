declare module "shaders" {
  const texts: Record<string, string>;
  export default texts;
}
