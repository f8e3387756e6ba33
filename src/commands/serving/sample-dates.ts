// The samples tell of a few weeks; whoever tries them out sees those that have just been.

/** Where the samples' people live. */
const timeZone = 'Europe/Paris';
const weekMs = 7 * 24 * 3_600_000;
/** As archives hold times: local time, and how far it is from UTC. */
const momentPattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d/g;
const changePattern = new RegExp(`<submitted_on format="ISO8601">(${momentPattern.source})<`, 'g');

const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });

/** Such as `+01:00`. */
const offsetAt = (moment: Date): string => {
  const name = zone.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || '+00:00';
};

/** The same time of the day there, so many weeks later. */
function moveBy(moment: string, weeks: number): string {
  const local = new Date(`${moment.slice(0, 19)}Z`);
  local.setTime(local.getTime() + weeks * weekMs);
  // Clocks are changed at night, when nothing happens in the samples.
  return `${local.toISOString().slice(0, 19)}${offsetAt(local)}`;
}

/**
 * The text of an archive with all its times moved by the same number of weeks, days of the week kept, so that its last change
 * lies within the week before `nowMs`. The text as it is where that would move them back.
 */
export function moveToNow(archive: string, nowMs: number): string {
  const changes = Array.from(archive.matchAll(changePattern), ([, moment = '']) => Date.parse(moment));
  const weeks = Math.floor((nowMs - Math.max(...changes)) / weekMs);
  return weeks <= 0 ? archive : archive.replace(momentPattern, (moment) => moveBy(moment, weeks));
}
