// Parts a project's content in what the format of archives can say and what only Tepal knows, which stands beside it.
import type { ArchiveReport, ArchiveTracker, ProjectDefinedService } from '../model/archive-model.ts';
import type { ArchiveChangeset } from '../model/artifact-model.ts';
import type { FormElement } from '../model/field-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { listFormElements } from '../model/field-model.ts';
import { element, leaf } from '../xml/xml-element.ts';
import { portableBlock, portableCriterion, portableRenderer } from './portable-forms.ts';

/** Properties of fields that the format names. */
const knownProperties = new Set(
  'maxchars size rows cols static_value default_value hint target_field_name fast_compute use_capacity include_weekends display_time use_cache can_edit_reverse_links'.split(
    ' ',
  ),
);

/** Elements of one thing that is cut in two. */
interface Cut<Part> {
  readonly portable: Part;
  /** Elements that say the rest; none where there is none. */
  readonly details: readonly string[];
}

function cutField(field: FormElement): Cut<FormElement> {
  const isExternal = field.origin === 'external';
  const children = field.children.map(cutField);
  const properties = Object.entries(field.properties);
  const known = isExternal ? [] : properties.filter(([name]) => knownProperties.has(name));
  const isSwitched = isExternal && (!field.useIt || field.required || field.notifications);
  const own = {
    is_deleted: field.isDeleted ? true : undefined,
    original_field_id: field.originalFieldRef,
    ...(isSwitched ? { use_it: field.useIt, required: field.required, notifications: field.notifications } : {}),
  };
  const lost =
    known.length === properties.length ? [] : properties.map(([name, value]) => element('property', { name, value }));
  const hasOwn = lost.length > 0 || Object.values(own).some((value) => value !== undefined);
  return {
    portable: {
      ...field,
      type: field.originalType ?? field.type,
      isDeleted: false,
      originalFieldRef: undefined,
      properties: Object.fromEntries(known),
      children: children.map(({ portable }) => portable),
    },
    details: [
      ...(hasOwn ? [element('field', { REF: field.ref, ...own }, lost)] : []),
      ...children.flatMap(({ details }) => details),
    ],
  };
}

async function cutReport(
  report: ArchiveReport,
  place: number,
  isKnown: (ref: string) => boolean,
): Promise<Cut<ArchiveReport>> {
  const details: string[] = [];
  const criteria: ArchiveReport['criteria'][number][] = [];
  for (const criterion of report.criteria) {
    const { fieldRef, value } = criterion;
    const portable = value === undefined ? undefined : await portableCriterion(value.block.xml, isKnown);
    if (value !== undefined && portable?.isWhole === false)
      details.push(element('criteria', { field: fieldRef }, [value.block.xml]));
    const xml = portable?.xml;
    criteria.push({
      ...criterion,
      value: value === undefined || xml === undefined ? undefined : { ...value, block: { ...value.block, xml } },
    });
  }
  const renderers: ArchiveReport['renderers'][number][] = [];
  for (const [index, renderer] of report.renderers.entries()) {
    const { xml, isWhole } = await portableRenderer(renderer.block.xml, isKnown);
    if (!isWhole)
      details.push(
        element('own_renderer', { place: index, is_only_here: xml === undefined ? true : undefined }, [
          renderer.block.xml,
        ]),
      );
    if (xml !== undefined) renderers.push({ ...renderer, block: { ...renderer.block, xml } });
  }
  return {
    portable: { ...report, criteria, renderers },
    details: details.length === 0 ? [] : [element('report', { place }, details)],
  };
}

/** A tracker, and the `<tracker>` that says the rest. */
export async function cutTracker(tracker: ArchiveTracker): Promise<Cut<ArchiveTracker>> {
  const fields = tracker.formElements.map(cutField);
  const elements = listFormElements(tracker.formElements);
  const refs = new Set([
    ...elements.map(({ ref }) => ref),
    ...elements.flatMap(({ bind }) => (bind?.items ?? []).flatMap(({ ref }) => ref ?? [])),
  ]);
  const reports: Cut<ArchiveReport>[] = [];
  for (const [place, report] of tracker.reports.entries())
    reports.push(await cutReport(report, place, (ref) => refs.has(ref)));
  const details = [
    ...fields.flatMap((field) => field.details),
    ...reports.flatMap((report) => report.details),
    ...tracker.otherSemantics.map(({ xml }) => xml),
  ];
  const isDeleted = tracker.isDeleted ? true : undefined;
  return {
    portable: {
      ...tracker,
      isDeleted: false,
      formElements: fields.map(({ portable }) => portable),
      reports: reports.map(({ portable }) => portable),
      otherSemantics: [],
    },
    details:
      details.length === 0 && isDeleted === undefined
        ? []
        : [element('tracker', { id: tracker.ref, is_deleted: isDeleted }, details)],
  };
}

const describeService = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  { rank = 0, icon = '' }: Pick<ProjectDefinedService, 'rank' | 'icon'>,
): string[] =>
  rank === 0 && icon === ''
    ? []
    : [element(name, { ...attributes, rank: rank === 0 ? undefined : rank, icon: icon === '' ? undefined : icon })];

/** The content as the format can say it, and elements with the rest. */
export async function cutContent(content: ProjectContent): Promise<Cut<ProjectContent>> {
  const { project } = content;
  const trackers: Cut<ArchiveTracker>[] = [];
  for (const tracker of content.trackers) trackers.push(await cutTracker(tracker));
  const details: string[] = [
    ...(project.services ?? []).flatMap((service) =>
      describeService('service', { shortname: service.shortname }, service),
    ),
    ...project.projectDefinedServices.flatMap((service, place) => describeService('own_service', { place }, service)),
    ...trackers.flatMap((tracker) => tracker.details),
  ];
  const otherBlocks: ProjectContent['otherBlocks'][number][] = [];
  for (const block of content.otherBlocks) {
    const { xml, isWhole } = await portableBlock(block.name, block.xml);
    if (!isWhole) details.push(element('block', { name: block.name }, [block.xml]));
    if (xml !== undefined) otherBlocks.push({ ...block, xml });
  }
  return {
    portable: {
      ...content,
      otherBlocks,
      project: {
        ...project,
        services: project.services?.map(({ shortname, enabled }) => ({ shortname, enabled })),
        projectDefinedServices: project.projectDefinedServices.map(
          ({ rank: _rank, icon: _icon, ...service }) => service,
        ),
      },
      trackers: trackers.map(({ portable }) => portable),
    },
    details,
  };
}

/** What the format can't say of changesets: who made one for its author, and steps of tests that were all taken away. */
export const describeChangesets = (changesets: readonly ArchiveChangeset[]): string[] =>
  changesets.flatMap(({ agent, fieldChanges }, place) => {
    const emptied = fieldChanges.flatMap((change) =>
      change.kind === 'ttmstepdef' && change.steps.length === 0 ? [leaf('emptied_steps', change.fieldName)] : [],
    );
    return agent === undefined && emptied.length === 0 ? [] : [element('changeset', { place, agent }, emptied)];
  });
