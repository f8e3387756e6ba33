// Programs in project archives: `program-management-config.xml`, beside project.xml (reference page 81, section 10). What is wrong in it is
// told, and the configuration left out.
import type { Reader } from '../../platform/database/index.ts';
import { says } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';
import {
  element,
  findChild,
  findChildren,
  kept,
  leaf,
  list,
  loadNames,
  readText,
  stored,
  readFilledAttribute,
} from '../archive/index.ts';
import type { ElementPart, ImportContext, ImportedTracker, XmlElement } from '../archive/index.ts';
import { userGroupNames, userGroupRecords } from '../projects/index.ts';
import * as store from './program.store.ts';

const blockName = 'program_management';

interface ArchivePlan {
  readonly incrementRef: string;
  readonly incrementLabel: string;
  readonly incrementSubLabel: string;
  readonly plannableRefs: readonly string[];
  readonly groupNames: readonly string[];
  readonly iteration: { readonly ref: string; readonly label: string; readonly subLabel: string } | undefined;
  readonly line: number;
}

const textIn = (parent: XmlElement, name: string): string => {
  const found = findChild(parent, name);
  return found === undefined ? '' : readText(found).trim();
};

const refIn = (parent: XmlElement): string => {
  const source = findChild(parent, 'source_tracker');
  return source === undefined ? '' : readFilledAttribute(source, 'REF');
};

const namesIn = (parent: XmlElement, listName: string, name: string, attribute: string): string[] => {
  const found = findChild(parent, listName);
  return found === undefined ? [] : findChildren(found, name).map((one) => readFilledAttribute(one, attribute));
};

function readPlan(root: XmlElement): ArchivePlan | undefined {
  const increments = findChild(root, 'increments');
  const iterations = findChild(root, 'iterations');
  if (increments === undefined) return undefined;
  return {
    incrementRef: refIn(increments),
    incrementLabel: textIn(increments, 'section_name'),
    incrementSubLabel: textIn(increments, 'milestones_name'),
    plannableRefs: namesIn(increments, 'plannable_trackers', 'plannable_tracker', 'REF'),
    groupNames: namesIn(increments, 'can_prioritize', 'ugroup', 'ugroup_name'),
    iteration: iterations && {
      ref: refIn(iterations),
      label: textIn(iterations, 'section_name'),
      subLabel: textIn(iterations, 'milestones_name'),
    },
    line: root.line,
  };
}

/** References of a plan that mean nothing, and what is wrong with it otherwise. */
function findFaults(plan: ArchivePlan, hasTracker: (ref: string) => boolean): Said[] {
  const { incrementRef, plannableRefs, groupNames, iteration } = plan;
  const others = iteration === undefined ? [incrementRef] : [incrementRef, iteration.ref];
  return [
    ...[...others, ...plannableRefs].flatMap((ref) =>
      hasTracker(ref) ? [] : [says('left.no-tracker')`there is no tracker \`${ref}\``],
    ),
    ...(plannableRefs.length === 0 ? [says('left.unplanned')`there are no trackers to plan`] : []),
    ...(groupNames.length === 0 ? [says('left.unplanning')`no group has permission to plan`] : []),
    ...(new Set(others).size < others.length
      ? [says('left.same-tracker')`increments and iterations have the same tracker`]
      : []),
    ...(others.some((ref) => plannableRefs.includes(ref))
      ? [says('left.own-tracker')`the tracker of increments or iterations can't be planned`]
      : []),
  ];
}

async function importPlan(
  context: ImportContext,
  plan: ArchivePlan,
  trackers: ReadonlyMap<string, ImportedTracker>,
): Promise<boolean> {
  const increments = trackers.get(plan.incrementRef);
  const iterations = plan.iteration && trackers.get(plan.iteration.ref);
  if (increments === undefined || findFaults(plan, (ref) => trackers.has(ref)).length > 0) return false;
  const groupIds = plan.groupNames.flatMap((name) => {
    const id = context.findGroup(name);
    if (id === undefined)
      context.warn(
        plan.line,
        'ugroup',
        says('left.no-planner')`there is no group \`${name}\`; it gets no permission to plan`,
      );
    return id ?? [];
  });
  await store.savePlan(context.tx, {
    project_id: context.projectId,
    increment_tracker_id: increments.id,
    increment_label: plan.incrementLabel,
    increment_sub_label: plan.incrementSubLabel,
    iteration_tracker_id: iterations?.id ?? null,
    iteration_label: plan.iteration?.label ?? '',
    iteration_sub_label: plan.iteration?.subLabel ?? '',
    plannableTrackerIds: plan.plannableRefs.flatMap((ref) => trackers.get(ref)?.id ?? []),
    groupIds,
  });
  return true;
}

async function writePlan(db: Reader, projectId: number): Promise<string | undefined> {
  const plan = await store.findPlan(db, projectId);
  if (plan === undefined) return undefined;
  const groups = await userGroupRecords.listGroups(db, projectId);
  const names = await loadNames(db, projectId, new Map(groups.map((group) => [group.id, group.name])));
  const labels = (section: string, milestones: string): string[] => [
    ...(section === '' ? [] : [leaf('section_name', section)]),
    ...(milestones === '' ? [] : [leaf('milestones_name', milestones)]),
  ];
  const source = (trackerId: number): string => element('source_tracker', { REF: names.tracker(trackerId) });
  const plannable = plan.plannableTrackerIds.map((id) => element('plannable_tracker', { REF: names.tracker(id) }));
  const groupElements = plan.groupIds.flatMap((id) => {
    const name = names.group(id);
    return name === undefined ? [] : [element('ugroup', { ugroup_name: userGroupNames.groupShortName(id, name) })];
  });
  const increments = element('increments', {}, [
    source(plan.increment_tracker_id),
    element('plannable_trackers', {}, plannable),
    element('can_prioritize', {}, groupElements),
    ...labels(plan.increment_label, plan.increment_sub_label),
  ]);
  if (plan.iteration_tracker_id === null) return element(blockName, {}, [increments]);
  const iterations = element('iterations', {}, [
    source(plan.iteration_tracker_id),
    ...labels(plan.iteration_label, plan.iteration_sub_label),
  ]);
  return element(blockName, {}, [increments, iterations]);
}

const labelOutcomes = {
  source_tracker: stored('tracker', { '@REF': stored('which one') }),
  section_name: stored('what its pages call them'),
  milestones_name: stored('what its pages call one'),
};

export const programArchive: ElementPart = {
  element: blockName,
  file: 'program-management-config.xml',
  outcome: kept('how a program plans; exports have it as it is', {
    increments: kept('increments', {
      ...labelOutcomes,
      plannable_trackers: list('plannable_tracker', stored('tracker', { '@REF': stored('which one') })),
      can_prioritize: list('ugroup', stored('who may plan', { '@ugroup_name': stored('which group') })),
    }),
    iterations: kept('iterations', labelOutcomes),
  }),
  leftByTemplates: [],
  read(root) {
    const plan = readPlan(root);
    return {
      check({ warn }, hasTracker) {
        const faults =
          plan === undefined ? [says('left.no-increments')`there are no increments`] : findFaults(plan, hasTracker);
        for (const fault of faults)
          warn(root.line, blockName, says('left.plan')`${fault}; the planning of the program is skipped`);
      },
      async import(context, former, trackers) {
        const isTaken = plan !== undefined && (await importPlan(context, plan, trackers));
        return isTaken ? { ...former, xml: element(blockName, {}) } : former;
      },
    };
  },
  async export(db, projectId, former) {
    const xml = await writePlan(db, projectId);
    return xml === undefined ? former : { name: blockName, line: 0, ...former, xml };
  },
};
