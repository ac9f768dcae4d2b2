import skill from '../../../SKILL.md' with { type: 'text' }

/** The address of an emulator without options. */
const usualAddress = 'http://localhost:4290'

/** The skill of the package, with the address of the world that serves it. */
export const skillMarkdown = (origin: string): string => skill.replaceAll(usualAddress, origin)
