// The program's log: JSON lines on standard error, or in a file.
import { pino } from 'pino';
import type { Logger } from 'pino';
import { writeStandardError } from './standard-error.ts';

export type { Logger };

interface Lines {
  write(line: string): void;
}

/**
 * A logger that never writes credentials. `level` is one of pino's: fatal, error, warn, info, debug, trace, silent.
 * `file` takes lines; without it they go to standard error. `also` gets them, too.
 */
export function createLogger(level: string, file?: Lines, also?: Lines): Logger {
  const place = file ?? { write: writeStandardError };
  const both = {
    write(line: string): void {
      place.write(line);
      also?.write(line);
    },
  };
  return pino(
    {
      name: 'tepal',
      level,
      redact: [
        'req.headers.authorization',
        'req.headers.cookie',
        'req.headers["x-auth-token"]',
        'req.headers["x-auth-accesskey"]',
      ],
    },
    also === undefined ? place : both,
  );
}
