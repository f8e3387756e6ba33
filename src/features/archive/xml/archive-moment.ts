// Moments as archives write them: most in ISO 8601, those of older programs with a space, without seconds or as a day alone.

const moment =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:(?:T|[ \t]+)([01]\d|2[0-4]):([0-5]\d)(?::([0-5]\d|60)(?:[.,](\d{1,9}))?)?[ \t]*(Z|UTC|GMT|[+-]\d{2}(?::?[0-5]\d)?)?)?$/i;

/** Minutes east of Greenwich; undefined where none are told. */
function readOffset(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Milliseconds since the epoch; without an offset in the time zone of the server. Days after the last of a month are the first of the
 * next, as the origin has it. Undefined for other texts.
 */
export function parseArchiveMoment(text: string): number | undefined {
  const parts = moment.exec(text.trim());
  if (parts === null) return undefined;
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = '0', zone] = parts;
  const [y, m, d, h, min, s] = [
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  ];
  const thousandths = Math.floor(Number(`0.${fraction}`) * 1000);
  const offset = readOffset(zone);
  if (offset === undefined) return new Date(y, m, d, h, min, s, thousandths).getTime();
  return Date.UTC(y, m, d, h, min, s, thousandths) - offset * 60_000;
}
