// Turns stored reports into the archive's model; criteria and renderers are given back as the text that they came in.
import type { Reader } from '../../../platform/database/index.ts';
import { escapeXmlAttribute } from '../../../platform/texts/xml-text.ts';
import { readReportSettings } from '../../reports/index.ts';
import { listSharedReports } from '../../trackers/index.ts';
import type { ArchiveReport, RawBlock } from '../model/archive-model.ts';
import type { TrackerNames } from '../model/export-context.ts';

/** The text with the references that this export uses. */
function restore(
  name: string,
  { xml, references }: { xml: string; references: Record<string, number> },
  names: TrackerNames,
  listId?: number,
): RawBlock {
  const renamed = new Map<string, string>();
  for (const [ref, id] of Object.entries(references)) {
    const isValue = name === 'criteria_value' || /^V?\d+$/.test(ref);
    const now = (isValue ? names.value(listId, id) : undefined) ?? names.field(id) ?? names.value(listId, id);
    if (now !== undefined) renamed.set(ref, now);
  }
  const text = xml.replace(/="([^"]*)"/g, (whole, ref: string) => {
    const now = renamed.get(ref);
    return now === undefined ? whole : `="${escapeXmlAttribute(now)}"`;
  });
  return { name, xml: text, line: 0 };
}

/** Everybody's reports; people's own stay behind, because the format has no owners. */
export async function exportReports(db: Reader, trackerId: number, names: TrackerNames): Promise<ArchiveReport[]> {
  const refsOf = (ids: readonly number[]): string[] => ids.flatMap((id) => names.field(id) ?? []);
  return (await listSharedReports(db, trackerId)).map((row) => {
    const report = readReportSettings(row);
    return {
      xmlId: report.archiveId ?? undefined,
      name: row.name,
      description: row.description,
      isDefault: row.is_default === 1,
      isQueryDisplayed: report.isQueryDisplayed,
      isInExpertMode: report.isInExpertMode,
      expertQuery: report.expertQuery,
      criteria: report.criteria.flatMap(({ fieldId, rank, isAdvanced, value }) =>
        refsOf([fieldId]).map((fieldRef) => ({
          fieldRef,
          rank,
          isAdvanced,
          value:
            value === null ? undefined : { type: value.type, block: restore('criteria_value', value, names, fieldId) },
          line: 0,
        })),
      ),
      renderers: report.renderers.map((renderer) => ({
        type: renderer.type,
        rank: renderer.rank,
        name: renderer.name,
        description: renderer.description,
        columnFieldRefs: refsOf(renderer.columnFieldIds),
        sortFieldRefs: refsOf(renderer.sortFieldIds),
        block: restore('renderer', renderer, names),
      })),
      line: 0,
    };
  });
}
