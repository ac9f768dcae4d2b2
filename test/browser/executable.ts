/** Debian's Chromium; another one by CHROMIUM. */
export const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
