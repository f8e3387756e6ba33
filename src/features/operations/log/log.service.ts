// The last lines of the server's log, for administrators.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import type { RecentLog } from '../../../platform/observability/recent-log.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
type LogLevel = (typeof logLevels)[number];

export const LogLine = Type.Object(
  {
    date: Type.String({ description: 'ISO 8601.' }),
    level: Type.Enum(logLevels),
    message: Type.String(),
    details: Type.String({ description: 'What else the line says, as JSON.' }),
  },
  { title: 'LogLine' },
);

export const LogTail = Type.Object(
  {
    file: Type.String({
      description: 'Where the log goes; empty: to standard error, and these are lines of one process.',
    }),
    lines: Type.Array(LogLine),
  },
  { title: 'LogTail' },
);

/** As pino writes a line; what stands in all of them is left out of the details. */
const Written = Type.Object({ time: Type.Number(), level: Type.Number(), msg: Type.Optional(Type.String()) });
const common = new Set(['time', 'level', 'msg', 'name', 'pid', 'hostname']);

/** Characters of what a line holds beside its message; the rest is cut off. */
const detailsMax = 4000;
/** pino counts levels by tens. */
const levelStep = 10;

function readLine(text: string): Static<typeof LogLine> | undefined {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch (error) {
    // Such as a line that was cut.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (!Value.Check(Written, written)) return undefined;
  const rest = Object.fromEntries(Object.entries(written).filter(([name]) => !common.has(name)));
  return {
    date: formatIso(written.time),
    level: logLevels[Math.round(written.level / levelStep) - 1] ?? 'fatal',
    message: written.msg ?? '',
    details: Object.keys(rest).length === 0 ? '' : truncate(JSON.stringify(rest), detailsMax),
  };
}

export interface LogQuery {
  /** This level and those above. */
  level: LogLevel;
  /** All of them stand in the line, in any case. */
  words: string;
  limit: number;
}

/** Newest first. */
export async function readLog(log: RecentLog, { level, words, limit }: LogQuery): Promise<Static<typeof LogTail>> {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const lines = await mapInSlices((await log.read()).toReversed(), (text) => {
    const lower = wanted.length === 0 ? '' : text.toLowerCase();
    return wanted.every((word) => lower.includes(word)) ? readLine(text) : undefined;
  });
  const least = logLevels.indexOf(level);
  return {
    file: log.file ?? '',
    lines: lines
      .filter((line) => line !== undefined)
      .filter((line) => logLevels.indexOf(line.level) >= least)
      .slice(0, limit),
  };
}
