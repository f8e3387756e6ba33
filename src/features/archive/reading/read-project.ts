// Reads project.xml: the project itself here, trackers and their parts by the readers beside.
import { says } from '../../../platform/texts/said.ts';
import type { ArchiveArtifact } from '../model/artifact-model.ts';
import { createSummary } from '../model/artifact-summary.ts';
import type { ArtifactSummary } from '../model/artifact-summary.ts';
import type { ArchiveProject, ArchiveTracker, RawBlock } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { readElements } from '../model/element-parts.ts';
import type { ElementPart } from '../model/element-parts.ts';
import { projectBlocks, projectShapes } from '../outcomes/element-outcomes.ts';
import { keepBlock } from '../model/raw-block.ts';
import { giveFieldReferences } from '../concepts/form-elements.ts';
import { readArtifact } from '../concepts/artifacts.ts';
import { readLinkTypes } from '../concepts/link-types.ts';
import { readServices } from '../concepts/services.ts';
import { readTriggers } from '../concepts/triggers.ts';
import { readUserGroups } from '../concepts/user-groups.ts';
import { isTypedSemantic } from '../concepts/semantics.ts';
import { OTHER_TRACKER_BLOCKS, readTracker } from './read-tracker.ts';
import {
  findChild,
  findChildren,
  matchShape,
  readChildText,
  readFilledAttribute,
  readSwitch,
  readWord,
} from '../xml/xml-shape.ts';
import { faultAt, parseXml, parseXmlStepwise, tolerate } from '../xml/xml-tree.ts';
import type { XmlElement, XmlParseOptions } from '../xml/xml-tree.ts';

const isOtherProjectBlock = ({ name }: XmlElement): boolean => projectBlocks.includes(name);

const ACCESS = ['public', 'private', 'unrestricted', 'private-wo-restr'] as const;

const readProject = (root: XmlElement): ArchiveProject => {
  const unixName = readFilledAttribute(root, 'unix-name');
  if (!/^[a-zA-Z0-9_-]+$/.test(unixName))
    throw faultAt(
      root,
      says(
        'archive-xml.unix-name',
      )`attribute \`unix-name\` is \`${unixName}\`; it can contain only letters, digits, \`_\` and \`-\``,
    );
  const hasAccess = root.attributes['access'] !== undefined;
  return {
    unixName: unixName.toLowerCase(),
    ...(/[A-Z]/.test(unixName) ? { writtenName: unixName } : {}),
    fullName: readFilledAttribute(root, 'full-name').trim(),
    description: root.attributes['description'] ?? '',
    longDescription: readChildText(root, 'long-description') ?? '',
    access: hasAccess ? readWord(root, 'access', ACCESS) : undefined,
    iconCodepoint: root.attributes['icon-codepoint'],
    inheritFromTemplate: root.attributes['inherit-from-template'],
    banner: readChildText(root, 'banner'),
    ...readServices(root),
    ...readUserGroups(root),
    line: root.line,
  };
};

/** By the element that the artifacts stood in. */
type Summaries = ReadonlyMap<XmlElement, ArtifactSummary>;

const readTrackers = (list: XmlElement, summaries: Summaries): ArchiveTracker[] => {
  const trackers = findChildren(list, 'tracker').map((tracker) => {
    const artifactList = findChild(tracker, 'artifacts');
    return readTracker(tracker, (artifactList && summaries.get(artifactList)) ?? createSummary());
  });
  return giveFieldReferences(giveReferences(trackers, list), list);
};

/**
 * Trackers with a reference of their own each, which one without `id` gets, and one whose `id` another has, too: that is told or refused,
 * and references mean the first.
 */
function giveReferences(trackers: readonly ArchiveTracker[], list: XmlElement): ArchiveTracker[] {
  const taken = new Set(trackers.map(({ ref }) => ref));
  const given = new Set<string>();
  let number = 1;
  return trackers.map((tracker) => {
    const { ref, line } = tracker;
    if (ref !== '' && !given.has(ref)) {
      given.add(ref);
      return tracker;
    }
    if (ref !== '')
      tolerate({ ...list, name: 'tracker', line }, says('left.tracker-taken')`the ID \`${ref}\` is already used`);
    while (taken.has(`T${number}`)) number += 1;
    taken.add(`T${number}`);
    return { ...tracker, ref: `T${number}` };
  });
}

const readContent = (root: XmlElement, summaries: Summaries, parts: readonly ElementPart[]): ProjectContent => {
  if (root.name !== 'project')
    throw faultAt(root, says('archive-xml.root-project')`the root element must be <project>`);
  matchShape(root, projectShapes.project);
  const trackers = findChild(root, 'trackers');
  const others = root.children.filter(isOtherProjectBlock);
  const otherBlocks: RawBlock[] = others.map(keepBlock);
  const base = {
    project: readProject(root),
    natures: readLinkTypes(root),
    elements: readElements(others, parts),
  };
  if (trackers === undefined) return { ...base, useNatures: false, trackers: [], triggers: [], otherBlocks };
  matchShape(trackers, projectShapes.trackers);
  return {
    ...base,
    useNatures: readSwitch(trackers, 'use-natures', false),
    trackers: readTrackers(trackers, summaries),
    triggers: readTriggers(trackers),
    otherBlocks: [...otherBlocks, ...findChildren(trackers, 'references').map(keepBlock)],
  };
};

const RAW_PARTS: readonly string[] = ['renderer', 'criteria_value'];

/** What is kept as it stands. Depths: 1 project, 2 its blocks, 3 tracker, 4 the tracker's blocks, deeper its parts. */
export const keepsSourceIn = (element: XmlElement, depth: number): boolean => {
  if (depth === 2) return isOtherProjectBlock(element);
  if (depth === 3) return element.name === 'references';
  if (depth === 4) return OTHER_TRACKER_BLOCKS.includes(element.name);
  if (element.name === 'semantic') return !isTypedSemantic(element.attributes['type']);
  return RAW_PARTS.includes(element.name);
};

const ARTIFACT_PATH = ['project', 'trackers', 'tracker', 'artifacts', 'artifact'];

const isArtifact = (path: readonly XmlElement[]): boolean =>
  path.length === ARTIFACT_PATH.length && path.every(({ name }, index) => name === ARTIFACT_PATH[index]);

/**
 * Reads project.xml from its bytes. Artifacts are given to `onArtifact` while the file streams by, each with the summary
 * of its tracker to fill; none is held. `parts` read elements of later features; `note` hears of every element, `warn` of what is passed over.
 * Throws invalid with file, line and element for anything the format doesn't know, where nobody hears of it.
 */
export const readProjectXml = async (
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  file: string,
  onArtifact: (artifact: ArchiveArtifact, summary: ArtifactSummary) => void,
  parts: readonly ElementPart[] = [],
  hearing: Pick<XmlParseOptions, 'note' | 'warn' | 'elementsMax'> = {},
): Promise<ProjectContent> => {
  const summaries = new Map<XmlElement, ArtifactSummary>();
  const take: XmlParseOptions['take'] = (element, path) => {
    const list = path.at(-2);
    if (list === undefined || !isArtifact(path)) return false;
    const summary = summaries.get(list) ?? createSummary();
    summaries.set(list, summary);
    const artifact = readArtifact(element);
    if (artifact.changesets.length > 0) onArtifact(artifact, summary);
    return true;
  };
  const options = { file, keepsSource: keepsSourceIn, take, ...hearing };
  return readContent(await parseXml(chunks, options), summaries, parts);
};

/** Reads the artifacts of project.xml alone, in document order, some at a time. Throws as readProjectXml does. */
export async function* readArtifacts(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<readonly ArchiveArtifact[]> {
  let found: ArchiveArtifact[] = [];
  const take: XmlParseOptions['take'] = (element, path) => {
    if (!isArtifact(path)) return false;
    const artifact = readArtifact(element);
    if (artifact.changesets.length > 0) found.push(artifact);
    return true;
  };
  // What is passed over was told when they were read first.
  const warn = (): void => undefined;
  for await (const _chunk of parseXmlStepwise(chunks, { file, take, warn })) {
    if (found.length > 0) yield found;
    found = [];
  }
}
