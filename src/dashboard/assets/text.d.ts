/** The texts that are served as they are; the bundler and the test runner read `with { type: 'text' }`. */
declare module '*.css' {
  const text: string
  export default text
}

declare module '*.browser.js' {
  const text: string
  export default text
}
