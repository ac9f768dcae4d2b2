/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b)
  if (sorted.length === 0) return Number.NaN
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** @param {Float64Array} values Sorted in place. */
export function percentiles(values) {
  if (values.length === 0) return { p50: Number.NaN, p99: Number.NaN, p999: Number.NaN, max: Number.NaN }
  values.sort()
  const at = (share) => values[Math.min(values.length - 1, Math.ceil(share * values.length) - 1)]
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999), max: values[values.length - 1] }
}

/** A figure with about three significant digits. */
export function digits(value) {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 1000) return Math.round(value).toLocaleString('en-US')
  if (size >= 100) return value.toFixed(0)
  if (size >= 10) return value.toFixed(1)
  return value.toFixed(2)
}

export const bytes = (value) =>
  !Number.isFinite(value)
    ? '–'
    : Math.abs(value) >= 1024 * 1024
      ? `${digits(value / 1024 / 1024)} MB`
      : Math.abs(value) >= 1024
        ? `${digits(value / 1024)} KB`
        : `${digits(value)} B`

/** The median of one key of many records. */
export const medianOf = (records, key) => median(records.map((record) => record[key]))
