// The program's log: JSON lines on standard error.
import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger };

/** A logger that never writes credentials. `level` is one of pino's: fatal, error, warn, info, debug, trace, silent. */
export function createLogger(level: string): Logger {
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
    pino.destination({ dest: 2, sync: false }),
  );
}
