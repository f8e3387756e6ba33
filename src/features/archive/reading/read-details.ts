// Reads what only Tepal knows of an archive, from the file beside project.xml, and puts it into what that file says.
import { says } from '../../../platform/texts/said.ts';
import type { ArchiveArtifact, ArchiveChangeset, FieldChange } from '../model/artifact-model.ts';
import { detailsElement, detailsFile } from '../model/archive-details.ts';
import type {
  ArchiveDetails,
  ChangesetDetails,
  FieldDetails,
  ReportDetails,
  TrackerDetails,
} from '../model/archive-details.ts';
import type { ArchiveReport, ArchiveTracker, RawBlock } from '../model/archive-model.ts';
import { readElements } from '../model/element-parts.ts';
import type { ElementPart } from '../model/element-parts.ts';
import type { FormElement } from '../model/field-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { keepBlock } from '../model/raw-block.ts';
import { faultAt, parseXml } from '../xml/xml-tree.ts';
import type { XmlElement, XmlParseOptions } from '../xml/xml-tree.ts';
import {
  findChildren,
  findSwitch,
  readFilledAttribute,
  readSwitch,
  readText,
  readWholeNumber,
} from '../xml/xml-shape.ts';
import { readRenderer } from '../concepts/reports.ts';

/** What it says of one artifact. */
export type OnArtifact = (artifactRef: string, rank: number | undefined, changesets: ChangesetDetails) => void;

/** Elements below the root whose own elements are read; others are kept as they stand. */
const readParts: readonly string[] = ['field', 'report', 'changeset'];
const keptParts: readonly string[] = ['criteria_value', 'renderer'];

const keepsSource = ({ name }: XmlElement, depth: number): boolean =>
  keptParts.includes(name) || (depth === 3 && !readParts.includes(name));

const readField = (element: XmlElement): FieldDetails => {
  const properties = findChildren(element, 'property').map(
    ({ attributes }) => [attributes['name'] ?? '', attributes['value'] ?? ''] as const,
  );
  return {
    isDeleted: readSwitch(element, 'is_deleted', false),
    originalFieldRef: element.attributes['original_field_id'],
    useIt: findSwitch(element, 'use_it'),
    required: findSwitch(element, 'required'),
    notifications: findSwitch(element, 'notifications'),
    properties: properties.length === 0 ? undefined : Object.fromEntries(properties),
  };
};

const readReport = (element: XmlElement): ReportDetails => ({
  criteria: new Map(
    findChildren(element, 'criteria').flatMap((criterion) =>
      findChildren(criterion, 'criteria_value').map(
        (value) => [readFilledAttribute(criterion, 'field'), value] as const,
      ),
    ),
  ),
  renderers: findChildren(element, 'own_renderer').flatMap((own) =>
    findChildren(own, 'renderer').map((renderer) => ({
      place: readWholeNumber(own, 'place'),
      isOnlyHere: readSwitch(own, 'is_only_here', false),
      element: renderer,
    })),
  ),
});

const readTracker = (element: XmlElement): TrackerDetails => ({
  isDeleted: readSwitch(element, 'is_deleted', false),
  fields: new Map(findChildren(element, 'field').map((field) => [readFilledAttribute(field, 'REF'), readField(field)])),
  reports: new Map(
    findChildren(element, 'report').map((report) => [readWholeNumber(report, 'place'), readReport(report)]),
  ),
  semantics: findChildren(element, 'semantic').map(keepBlock),
});

const readService = (element: XmlElement) => ({
  rank: readWholeNumber(element, 'rank', 0),
  icon: element.attributes['icon'] ?? '',
});

const readChangesets = (artifact: XmlElement): ChangesetDetails =>
  new Map(
    findChildren(artifact, 'changeset').map((changeset) => [
      readWholeNumber(changeset, 'place'),
      { agent: changeset.attributes['agent'], emptiedSteps: findChildren(changeset, 'emptied_steps').map(readText) },
    ]),
  );

/**
 * Reads the file. Artifacts are given to `onArtifact` while it streams by. Throws invalid with file, line and element for what can't be
 * read.
 */
export async function readDetails(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onArtifact: OnArtifact,
  note?: XmlParseOptions['note'],
): Promise<ArchiveDetails> {
  const take: XmlParseOptions['take'] = (element, path) => {
    if (path.length !== 2 || element.name !== 'artifact') return false;
    const rank = element.attributes['rank'] === undefined ? undefined : readWholeNumber(element, 'rank');
    onArtifact(readFilledAttribute(element, 'id'), rank, readChangesets(element));
    return true;
  };
  const root = await parseXml(chunks, {
    file: detailsFile,
    keepsSource,
    take,
    ...(note === undefined ? {} : { note }),
  });
  if (root.name !== detailsElement)
    throw faultAt(root, says('archive-xml.root-details')`the root element must be <${detailsElement}>`);
  return {
    services: new Map(
      findChildren(root, 'service').map((one) => [readFilledAttribute(one, 'shortname'), readService(one)]),
    ),
    ownServices: new Map(
      findChildren(root, 'own_service').map((one) => [readWholeNumber(one, 'place'), readService(one)]),
    ),
    trackers: new Map(findChildren(root, 'tracker').map((one) => [readFilledAttribute(one, 'id'), readTracker(one)])),
    blocks: findChildren(root, 'block').flatMap(({ children }) => children),
  };
}

function detailField(field: FormElement, details: TrackerDetails['fields']): FormElement {
  const children = field.children.map((child) => detailField(child, details));
  const own = details.get(field.ref);
  if (own === undefined) return { ...field, children };
  const isCopy = own.originalFieldRef !== undefined;
  return {
    ...field,
    type: isCopy ? 'shared' : field.type,
    originalFieldRef: own.originalFieldRef ?? field.originalFieldRef,
    ...(isCopy ? { originalType: field.type } : {}),
    isDeleted: own.isDeleted || field.isDeleted,
    useIt: own.useIt ?? field.useIt,
    required: own.required ?? field.required,
    notifications: own.notifications ?? field.notifications,
    properties: own.properties ?? field.properties,
    children,
  };
}

function detailReport(report: ArchiveReport, details: ReportDetails | undefined): ArchiveReport {
  if (details === undefined) return report;
  const renderers = [...report.renderers];
  for (const { place, isOnlyHere, element } of details.renderers)
    renderers.splice(place, isOnlyHere ? 0 : 1, readRenderer(element));
  const criteria = report.criteria.map((criterion) => {
    const value = details.criteria.get(criterion.fieldRef);
    return value === undefined
      ? criterion
      : { ...criterion, value: { type: readFilledAttribute(value, 'type'), block: keepBlock(value) } };
  });
  return { ...report, criteria, renderers };
}

/** The tracker with what only Tepal knows of it. */
export function detailTracker(tracker: ArchiveTracker, details: TrackerDetails | undefined): ArchiveTracker {
  if (details === undefined) return tracker;
  return {
    ...tracker,
    isDeleted: details.isDeleted || tracker.isDeleted,
    formElements: tracker.formElements.map((field) => detailField(field, details.fields)),
    reports: tracker.reports.map((report, place) => detailReport(report, details.reports.get(place))),
    otherSemantics: [...tracker.otherSemantics, ...details.semantics],
  };
}

/** The content with what only Tepal knows of it; `parts` read elements of later features. */
export function detailContent(
  content: ProjectContent,
  { services, ownServices, trackers, blocks }: ArchiveDetails,
  parts: readonly ElementPart[],
): ProjectContent {
  const { project } = content;
  const kept = blocks.map(keepBlock);
  const isReplaced = ({ name }: RawBlock): boolean => kept.some((block) => block.name === name);
  return {
    ...content,
    project: {
      ...project,
      services: project.services?.map((service) => ({ ...service, ...services.get(service.shortname) })),
      projectDefinedServices: project.projectDefinedServices.map((service, place) => ({
        ...service,
        ...ownServices.get(place),
      })),
    },
    trackers: content.trackers.map((tracker) => detailTracker(tracker, trackers.get(tracker.ref))),
    elements: new Map([...content.elements, ...readElements(blocks, parts)]),
    otherBlocks: [...content.otherBlocks.filter((block) => !isReplaced(block)), ...kept],
  };
}

const emptyOf = (fieldName: string, line: number): FieldChange => ({ fieldName, line, kind: 'ttmstepdef', steps: [] });

const detailChangeset = (changeset: ArchiveChangeset, details: ReturnType<ChangesetDetails['get']>): ArchiveChangeset =>
  details === undefined
    ? changeset
    : {
        ...changeset,
        agent: details.agent ?? changeset.agent,
        fieldChanges: [
          ...changeset.fieldChanges,
          ...details.emptiedSteps.map((fieldName) => emptyOf(fieldName, changeset.line)),
        ],
      };

/** The artifacts with what only Tepal knows of their changesets, by the position of each. */
export async function* detailArtifacts(
  artifacts: AsyncIterable<readonly ArchiveArtifact[]>,
  details: ReadonlyMap<number, ChangesetDetails>,
): AsyncGenerator<readonly ArchiveArtifact[]> {
  let position = -1;
  for await (const found of artifacts)
    yield found.map((artifact) => {
      position += 1;
      const own = details.get(position);
      if (own === undefined) return artifact;
      return { ...artifact, changesets: artifact.changesets.map((one, place) => detailChangeset(one, own.get(place))) };
    });
}
