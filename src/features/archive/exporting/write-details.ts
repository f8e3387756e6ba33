// Writes what only Tepal knows of a project, for the file beside project.xml.
import { xmlDeclaration } from '../../../platform/texts/xml-text.ts';
import { artifactRanking, artifactRecords } from '../../artifacts/index.ts';
import { detailsElement } from '../model/archive-details.ts';
import type { ExportContext } from '../model/export-context.ts';
import { element, joinElements, openElement } from '../xml/xml-element.ts';

const artifactsPerPage = 1000;

/** Artifacts with their places in the order of all, where they tell them, and with their changesets that have details. */
async function* listArtifacts(
  { db, names, trackers, hasRanks = false }: ExportContext,
  changesets: ReadonlyMap<string, readonly string[]>,
): AsyncGenerator<string> {
  if (!hasRanks) {
    yield joinElements([...changesets].map(([id, details]) => element('artifact', { id }, details)));
    return;
  }
  for (const trackerId of trackers.keys())
    for (let afterId = 0; ;) {
      const rows = await artifactRecords.listArtifactsAfter(db, trackerId, afterId, artifactsPerPage);
      const last = rows.at(-1);
      if (last === undefined) break;
      afterId = last.id;
      yield joinElements(
        rows.map((row) => {
          const id = names.artifact(row.id);
          return element('artifact', { id, rank: artifactRanking.rankOf(row) }, changesets.get(id));
        }),
      );
    }
}

/** The file in pieces; `details` are elements about the project and its trackers, `changesets` those of artifacts by id. */
export async function* writeDetails(
  context: ExportContext,
  details: readonly string[],
  changesets: ReadonlyMap<string, readonly string[]>,
): AsyncGenerator<string> {
  yield xmlDeclaration + openElement(detailsElement, {}, details);
  yield* listArtifacts(context, changesets);
  yield `</${detailsElement}>\n`;
}
