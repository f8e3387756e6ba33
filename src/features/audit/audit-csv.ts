// Entries of the audit log as CSV (RFC 4180), made while it goes out.
import { stringify } from 'csv-stringify/sync';
import type { Options } from 'csv-stringify/sync';
import { formatSecondIn } from '../../platform/texts/dates.ts';
import type { Audit } from './audit.service.ts';
import type { AuditFilter } from './audit.store.ts';

/** Entries that are held at a time. */
const rowsAtOnce = 200;

/** What a spreadsheet would take for a formula starts with an apostrophe. */
const options: Options = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { number: String, string: (text) => (text.startsWith('\n') ? `'${text}` : text) },
};

/** A line of names, then one for each entry that was there when it began, newest first, with moments as spreadsheets read them. */
export async function* writeAuditCsv(
  audit: Pick<Audit, 'listNewest'>,
  filter: AuditFilter,
  timeZone: string,
): AsyncGenerator<string, void> {
  yield stringify([['id', 'date', 'kind', 'actor', 'address', 'user_id', 'project_id', 'details']], options);
  let beforeId: number | undefined;
  for (;;) {
    const events = await audit.listNewest(filter, { limit: rowsAtOnce, beforeId });
    if (events.length === 0) return;
    yield stringify(
      events.map(({ id, date, kind, actor, user_id: userId, project_id: projectId, details }) => [
        id,
        formatSecondIn(Date.parse(date), timeZone),
        kind,
        actor.name,
        actor.address ?? '',
        userId ?? '',
        projectId ?? '',
        JSON.stringify(details),
      ]),
      options,
    );
    beforeId = events.at(-1)?.id;
  }
}
