// The structure of an archive as a template.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { listElementParts } from '../model/archive-parts.ts';
import type { ArchivePart } from '../model/archive-parts.ts';
import type { ArchiveModel } from '../model/project-content.ts';
import { describeClosedFields } from '../concepts/closed-fields.ts';
import { elementsMax, requireShortLists } from './modest-archives.ts';
import { openArchive } from '../reading/archive-source.ts';
import { readArchiveFrom } from '../reading/read-archive.ts';
import { listStructural } from './project-template.ts';
import type { LoadedTemplate } from './project-template.ts';

/** Such as `12 artifacts`; what belongs to people or happened in the project. */
function listLeft(model: ArchiveModel, structural: ReadonlyMap<string, unknown>): (string | Said)[] {
  const artifacts = model.trackers.reduce((sum, tracker) => sum + tracker.artifacts.count, 0);
  const members = model.project.userGroups.reduce((sum, group) => sum + group.members.length, 0);
  const blocks = model.otherBlocks.filter(({ name }) => !structural.has(name)).map(({ name }) => `<${name}>`);
  return [
    ...model.warnings,
    ...model.trackers.flatMap((tracker) => describeClosedFields(tracker) ?? []),
    ...(artifacts === 0 ? [] : [says('left.artifacts')`artifacts: ${artifacts}`]),
    ...(members === 0 ? [] : [says('left.members')`members of groups: ${members}`]),
    ...blocks,
    ...(model.otherFiles.length === 0 ? [] : [says('left.other-files')`other files: ${model.otherFiles.length}`]),
  ];
}

/**
 * Reads the archive at `path`, as a template, with what a project made from it does not get. `openFields` names fields without
 * permissions that are to be open. Throws invalid and tooLarge as an import does.
 */
export async function loadArchiveTemplate(
  path: string,
  archiveParts: readonly ArchivePart[],
  openFields: readonly string[] = [],
): Promise<{ template: LoadedTemplate; left: (string | Said)[] }> {
  const parts = listElementParts(archiveParts);
  const source = await openArchive(path);
  try {
    const model = await readArchiveFrom(source, archiveParts, { openFields, elementsMax });
    requireShortLists(model);
    return { template: { parts, content: model }, left: listLeft(model, listStructural(parts)) };
  } finally {
    await source.close();
  }
}
