declare module "shaders" {
  const texts: Record<string, string>;
  export default texts;
}

declare module "twgl.js/LICENSE.md" {
  const text: string;
  export default text;
}
