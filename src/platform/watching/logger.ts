// The program's log: JSON lines on standard error, or in a file.
import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/**
 * A logger that never writes credentials. `level` is one of pino's: fatal, error, warn, info, debug, trace, silent.
 * `file` takes lines; without it they go to standard error.
 */
export function createLogger(level: string, file?: { write(line: string): void }): Logger {
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
    file ?? pino.destination({ dest: 2, sync: false }),
  );
}
