// Reads the plannings of `<agiledashboard>`. The block is kept whole as well, so what is not read here is not lost and
// need not be known here.
import type { ArchiveBacklog, ArchivePlanning, RawBlock } from '../model/archive-model.ts';
import { findChild, findChildren, readAttribute, readFilledAttribute, readSwitch, readText } from '../xml/xml-shape.ts';
import { faultAt, parseXml } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const membersOf = (element: XmlElement | undefined, list: string, member: string): XmlElement[] => {
  const found = element === undefined ? undefined : findChild(element, list);
  return found === undefined ? [] : findChildren(found, member);
};

const readTrackerRef = (element: XmlElement): string => {
  const ref = readText(element).trim();
  if (ref === '') throw faultAt(element, 'the reference of a tracker is empty');
  return ref;
};

const readPlanning = (element: XmlElement): ArchivePlanning => ({
  name: readAttribute(element, 'name'),
  planTitle: element.attributes['plan_title'] ?? '',
  backlogTitle: element.attributes['backlog_title'] ?? '',
  trackerRef: readFilledAttribute(element, 'planning_tracker_id'),
  backlogTrackerRefs: membersOf(element, 'backlogs', 'backlog').map(readTrackerRef),
  permissions: membersOf(element, 'permissions', 'permission').map((permission) => ({
    userGroup: readFilledAttribute(permission, 'ugroup'),
    type: readFilledAttribute(permission, 'type'),
    line: permission.line,
  })),
  line: element.line,
});

/** `block` is the project's `<agiledashboard>`, if it has one. */
export const readBacklog = (block: XmlElement | undefined): ArchiveBacklog => {
  const [explicit] = membersOf(block && findChild(block, 'admin'), 'scrum', 'explicit_backlog');
  return {
    plannings: membersOf(block, 'plannings', 'planning').map(readPlanning),
    isExplicit: explicit !== undefined && readSwitch(explicit, 'is_used', false),
    items: membersOf(block, 'top_backlog', 'artifact').map((artifact) => ({
      artifactRef: readFilledAttribute(artifact, 'artifact_id'),
      line: artifact.line,
    })),
  };
};

/** The backlog as the kept block of a project says it. */
export async function readKeptBacklog(blocks: readonly RawBlock[]): Promise<ArchiveBacklog> {
  const block = blocks.find(({ name }) => name === 'agiledashboard');
  return readBacklog(block && (await parseXml([Buffer.from(block.xml)], { file: block.name })));
}
