/** A decimal number as `units / 10^scale`: sums and percentages of it are exact. */
interface Decimal {
  units: bigint
  scale: number
}

function decimal(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const units = BigInt(whole + fraction)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

const rescale = (value: Decimal, scale: number): bigint => value.units * 10n ** BigInt(scale - value.scale)

/** Clamps a number to the largest finite one, because JSON has no infinity. */
export const finite = (value: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE))

function toNumber(units: bigint, scale: number): number {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return finite(Number(units < 0n ? `-${text}` : text))
}

/** Exact decimal sum: 0.1 + 0.2 is 0.3. */
export function add(left: number, right: number): number {
  const sum = left + right
  // Whole numbers that stay exact in a double need no big integers.
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right) && Number.isSafeInteger(sum)) return sum
  const a = decimal(left)
  const b = decimal(right)
  const scale = Math.max(a.scale, b.scale)
  return toNumber(rescale(a, scale) + rescale(b, scale), scale)
}

/** Exact decimal difference. */
export const subtract = (left: number, right: number): number => add(left, -right)

/** What is left of an amount, never below 0: sums of very long decimals lose their last digits. */
export const remainder = (left: number, right: number): number => Math.max(0, subtract(left, right))

/** The number in hundredths; undefined if it has more than two decimal places. */
function hundredfold(value: number): number | undefined {
  const whole = Math.round(value * 100)
  // 1.1 * 100 is not exactly 110, but 110 / 100 is exactly 1.1.
  return whole / 100 === value && Number.isSafeInteger(whole) ? whole : undefined
}

/** `percent` per cent of `amount`, rounded half up to `digits` decimal places. */
export function percentOf(amount: number, percent: number, digits = 2): number {
  const hundredths = hundredfold(amount)
  const rate = hundredfold(percent)
  // Amounts in hundredths and rates in basis points: the product is an exact integer in nearly every real case.
  if (
    digits === 2 &&
    hundredths !== undefined &&
    rate !== undefined &&
    Math.abs(hundredths * rate) <= 2 ** 52
  )
    return Math.round((hundredths * rate) / 10_000) / 100
  const a = decimal(amount)
  const p = decimal(percent)
  const scale = a.scale + p.scale + 2
  const units = a.units * p.units
  if (scale <= digits) return toNumber(units, scale)
  const divisor = 10n ** BigInt(scale - digits)
  return toNumber((units + divisor / 2n) / divisor, digits)
}
