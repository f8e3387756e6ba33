// Artifacts as CSV (RFC 4180), made while it goes out.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { Options } from 'csv-stringify/sync';
import { artifactReads, artifactViews } from '../artifacts/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import { mapInSlices } from '../../platform/concurrency/time-slices.ts';
import type { Viewer } from '../projects/index.ts';
import type { Definition, Field } from '../trackers/index.ts';

export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

export interface CsvForm {
  separator: keyof typeof separators;
  /** What the first line calls the fields. */
  header: 'name' | 'label';
  /** Whether a byte order mark comes first, by which some spreadsheets know UTF-8. */
  withBom: boolean;
}

/** Artifacts whose values are held at a time. */
const rowsAtOnce = 20;

interface Content {
  artifacts: Artifacts;
  viewer: Viewer;
  tracker: Definition;
  fields: readonly Field[];
  /** Ids of artifacts that the viewer may see, as many as are read at a time. */
  batches: AsyncIterable<number[]>;
  form: CsvForm;
}

/**
 * A line of names, then one for each artifact; those that vanish meanwhile are passed over. Cells that a spreadsheet would
 * take for a formula start with an apostrophe, numbers aside.
 */
export async function* writeCsv(content: Content): AsyncGenerator<string, void> {
  const { artifacts, viewer, tracker, fields, batches, form } = content;
  const options: Options = {
    delimiter: separators[form.separator],
    record_delimiter: 'windows',
    // Else a lone line break in a text starts a line of its own, and a formula there.
    quote_record_delimiter: true,
    escape_formulas: true,
    // Line feeds are the one start of a formula that the writer passes over.
    cast: { number: String, string: (text) => (text.startsWith('\n') ? `'${text}` : text) },
  };
  const definitions = new Map([[tracker.id, tracker]]);
  const timeZone = artifactViews.timeZoneOf(viewer);
  yield (form.withBom ? '\ufeff' : '') + stringify([fields.map((field) => field[form.header])], options);
  for await (const ids of batches) {
    for (let start = 0; start < ids.length; start += rowsAtOnce) {
      const some = ids.slice(start, start + rowsAtOnce);
      const subjects = await artifactReads.loadCompleteArtifacts(
        artifacts.readingBulk,
        viewer,
        some,
        definitions,
        fields,
      );
      const lines = await mapInSlices(subjects, (subject) =>
        stringify([artifactViews.viewTableCells(subject, fields, timeZone)], options),
      );
      yield lines.join('');
    }
    await nextTurn();
  }
}
