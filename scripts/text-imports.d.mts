import type { Plugin } from 'vite'

export function textImports(): Plugin
