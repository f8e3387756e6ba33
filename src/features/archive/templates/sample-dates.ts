// The samples tell of a few weeks; whoever tries them out sees those that are just now.

/** Where the samples' people live. */
const timeZone = 'Europe/Paris';
const dayMs = 24 * 3_600_000;
/** As archives hold times: local time, and how far it is from UTC. */
const momentPattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d/g;
const changePattern = /<submitted_on format="ISO8601">([\dT:+-]{25})</g;

// Loaded when they are wanted, for the rules of languages and zones take some MB.
let zone: Intl.DateTimeFormat | undefined;

/** Such as `+01:00`. */
const offsetAt = (moment: Date): string => {
  zone ??= new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = zone.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || '+00:00';
};

/** The same time of the day there, so many days later. */
function moveBy(moment: string, days: number): string {
  const local = new Date(`${moment.slice(0, 19)}Z`);
  local.setTime(local.getTime() + days * dayMs);
  // Clocks are changed at night, when nothing happens in the samples.
  return `${local.toISOString().slice(0, 19)}${offsetAt(local)}`;
}

/** By how many days the last change of an archive has to be moved to lie within the day before `nowMs`; 0 where that would be back. */
export function daysToNow(archive: string, nowMs: number): number {
  const changes = Array.from(archive.matchAll(changePattern), ([, moment = '']) => moment);
  const last = changes.reduce((one, other) => (Date.parse(one) < Date.parse(other) ? other : one));
  const fullDays = Math.floor((nowMs - Date.parse(last)) / dayMs);
  // Where clocks were put back between, the same time of the day comes an hour later.
  const days = Date.parse(moveBy(last, fullDays)) > nowMs ? fullDays - 1 : fullDays;
  return Math.max(0, days);
}

/** The text with all its times moved by so many days. */
export const moveMoments = (text: string, days: number): string =>
  days === 0 ? text : text.replace(momentPattern, (moment) => moveBy(moment, days));

/** The text of an archive with all its times moved so that its last change lies within the day before `nowMs`. */
export const moveToNow = (archive: string, nowMs: number): string => moveMoments(archive, daysToNow(archive, nowMs));
