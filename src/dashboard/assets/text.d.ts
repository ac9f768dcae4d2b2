/** Files that are served verbatim; the bundler and the test runner support `with { type: 'text' }`. */
declare module '*.css' {
  const text: string
  export default text
}

declare module '*.md' {
  const text: string
  export default text
}

declare module '*.browser.js' {
  const text: string
  export default text
}
