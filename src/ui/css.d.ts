/** Class names of a CSS module; Vite makes them unique. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css' {}
/** Arco ships its drawings without types, one folder each. */
declare module '@arco-design/web-react/icon/react-icon/*' {
  const drawing: import('react').ComponentType<import('react').SVGProps<SVGSVGElement>>;
  export default drawing;
}
