/** Debian's Chromium, unless CHROMIUM names another. */
export const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
