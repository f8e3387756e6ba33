// Checks that what an archive refers to is there: fields, list items, trackers, files and users.
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { ArchiveTracker, ArchiveUser } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { indexTrackers } from '../model/reference-index.ts';
import type { TrackerIndex } from '../model/reference-index.ts';
import { createUserDirectory } from '../model/user-reference.ts';
import { createWarnings } from '../model/warnings.ts';
import type { CheckContext } from '../model/tracker-concept.ts';
import { checkBind } from '../concepts/list-values.ts';
import { trackerConcepts } from '../concepts/tracker-concepts.ts';

/** Tells what was found while the artifacts streamed by, and judges the names of their fields. */
const checkArtifacts = ({ warn }: CheckContext, { artifacts }: ArchiveTracker, own: TrackerIndex): void => {
  for (const { line, element, sentence } of artifacts.warnings) warn(line, element, sentence);
  for (const [name, { line, count }] of artifacts.fieldNames)
    if (!own.names.has(name))
      warn(
        line,
        'field_change',
        says('left.changes')`there is no field \`${name}\`; ${count} changes of it are skipped`,
      );
};

const checkTracker = (context: CheckContext, tracker: ArchiveTracker): void => {
  const { warn, trackers } = context;
  const own = trackers.get(tracker.ref);
  if (own === undefined) return;
  if (tracker.parentRef !== undefined && !trackers.has(tracker.parentRef))
    warn(
      tracker.line,
      'tracker',
      says('left.parent')`the parent \`${tracker.parentRef}\` is not a tracker in the archive`,
    );
  for (const { bind } of own.elements.values()) if (bind !== undefined) checkBind(context, bind);
  for (const concept of trackerConcepts) concept.check(context, tracker, own);
  checkArtifacts(context, tracker, own);
};

/**
 * Finds dangling and doubled references, at most 1000; pure. An import passes over all of them:
 * references of parents, semantics, rules, workflows, triggers, default values, decorators, files, permissions, criteria,
 * columns and sort keys that lead nowhere, submitters and authors missing from users.xml (`None` and e-mail addresses pass), changes of unknown fields, doubled ids of artifacts and list items; fields without permissions.
 * Elements of later features add theirs.
 * Neither: list values of semantics, rules, workflows and triggers, and members, of which the import tells; list values of changes, links out of the archive, charts, names of user groups.
 */
export const checkReferences = (
  content: ProjectContent,
  archiveUsers: readonly ArchiveUser[],
  file = 'project.xml',
): Said[] => {
  const { warn, list } = createWarnings([], file);
  const trackers = indexTrackers(content.trackers, warn);
  const context: CheckContext = { warn, users: createUserDirectory(archiveUsers), trackers };
  for (const tracker of content.trackers) checkTracker(context, tracker);
  for (const element of content.elements.values()) element.check?.({ warn }, (ref) => trackers.has(ref));
  return list();
};
