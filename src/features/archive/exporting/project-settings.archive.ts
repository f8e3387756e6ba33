// What only Tepal knows of a project, in archives: `project-settings.xml`, beside project.xml, which others pass over.
import type { Reader } from '../../../platform/database/index.ts';
import { isAddress } from '../../../platform/texts/addresses.ts';
import { parseDate } from '../../../platform/texts/dates.ts';
import { shapeCheck } from '../../../platform/texts/shape.ts';
import { says } from '../../../platform/texts/said.ts';
import { keepLabels, listLabels, NewLabel } from '../../labels/index.ts';
import { setExpiry, listAllEnds, NewMembershipExpiry } from '../../membership-expiry/index.ts';
import {
  HeaderBackground,
  isEmoji,
  projectRecords,
  projectWrites,
  referencePatterns,
  userGroupRecords,
} from '../../projects/index.ts';
import { artifactLinks, ownSettings, trackerRecords, unusedLinkTypes } from '../../trackers/index.ts';
import type { ElementPart } from '../model/element-parts.ts';
import type { ImportContext, ImportedTracker } from '../model/import-context.ts';
import { loadNames } from '../model/export-names.ts';
import { readUserReference, writeUserReference } from '../model/user-reference.ts';
import { stored } from '../xml/outcome.ts';
import { element } from '../xml/xml-element.ts';
import { findChildren } from '../xml/xml-shape.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const blockName = 'project_settings';
const isPattern = shapeCheck(referencePatterns.NewReferencePattern);
const isBackground = shapeCheck(HeaderBackground);
const isLabel = shapeCheck(NewLabel);
const isEnd = shapeCheck(NewMembershipExpiry);

async function write(db: Reader, projectId: number): Promise<string | undefined> {
  const patterns = await referencePatterns.listReferencePatterns(db, projectId);
  const background = (await projectRecords.findProject(db, projectId))?.header_background ?? '';
  const labels = await listLabels(db, projectId);
  const ends = await listAllEnds(db, projectId);
  const guests = await userGroupRecords.listGuestNames(db, projectId);
  const unused = await unusedLinkTypes.listOfTrackers(db, projectId);
  const { tracker } = await loadNames(db, projectId, new Map());
  const own: string[] = [];
  for (const { id, is_deleted: isDeleted } of await trackerRecords.listTrackerRows(db, projectId)) {
    if (isDeleted === 1) continue;
    const { saysAssigned, icon, singularLabel } = await ownSettings.read(db, id);
    if (saysAssigned) own.push(element('assigned_subject', { tracker_id: tracker(id) }));
    if (icon !== '') own.push(element('tracker_icon', { tracker_id: tracker(id), icon }));
    if (singularLabel !== '') own.push(element('tracker_singular', { tracker_id: tracker(id), label: singularLabel }));
  }
  const parts = [
    ...patterns.map(({ keyword, description, link }) =>
      element('reference', { keyword, description: description === '' ? undefined : description, link }),
    ),
    ...labels.map(({ label, color, is_outline: isOutline }) =>
      element('label', { label, color, is_outline: isOutline }),
    ),
    ...ends.map(({ username, last_day: day, is_warned: isWarned }) =>
      element('member_end', { username, last_day: day, is_warned: isWarned }),
    ),
    ...guests.map((username) =>
      writeUserReference('guest', { format: 'username', value: username, isAnonymous: false, line: 0 }),
    ),
    ...own,
    ...unused.map(({ id, shortname }) => element('unused_link_type', { tracker_id: tracker(id), shortname })),
  ];
  if (parts.length === 0 && background === '') return undefined;
  return element(blockName, { header_background: background === '' ? undefined : background }, parts);
}

/** Keywords that mean something, and lead where browsers go. */
const readReferences = (root: XmlElement) =>
  findChildren(root, 'reference').map(({ attributes, line }, index) => {
    const { keyword = '', description = '', link = '' } = attributes;
    const pattern = { keyword: keyword.toLowerCase(), description, link };
    return {
      line,
      pattern,
      isGood: index < referencePatterns.patternsMax && isPattern(pattern) && isAddress(link),
    };
  });

const readLabels = (root: XmlElement) =>
  findChildren(root, 'label').map(({ attributes, line }) => {
    const { label = '', color = '', is_outline: isOutline } = attributes;
    const facts = { label, color, is_outline: isOutline === '1' };
    return { line, facts, isGood: isLabel(facts) };
  });

const readEnds = (root: XmlElement) =>
  findChildren(root, 'member_end').map(({ attributes, line }) => {
    const { username = '', last_day: day = '', is_warned: isWarned } = attributes;
    return {
      line,
      username,
      day,
      isWarned: isWarned === '1',
      isGood: isEnd({ last_day: day }) && parseDate(day) !== undefined,
    };
  });

type End = ReturnType<typeof readEnds>[number];

async function importEnd({ tx, projectId, findUser, warn }: ImportContext, end: End): Promise<void> {
  const { line, username, day, isWarned } = end;
  const userId = findUser({ format: 'username', value: username, isAnonymous: false, line })?.id;
  const row = { project_id: projectId, user_id: userId ?? 0, last_day: day, is_warned: isWarned ? 1 : 0 };
  if (userId === undefined || !(await setExpiry(tx, row)))
    warn(line, 'member_end', says('left.no-member')`\`${username}\` is not a member; the end date is skipped`);
}

const readGuests = (root: XmlElement) =>
  findChildren(root, 'guest').map((child) => ({ line: child.line, person: readUserReference(child) }));

async function importGuest(
  { tx, projectId, findUser, warn }: ImportContext,
  { line, person }: ReturnType<typeof readGuests>[number],
): Promise<void> {
  const user = findUser(person);
  if (user?.isAlive !== true || !(await userGroupRecords.saveGuest(tx, projectId, user.id)))
    warn(line, 'guest', says('left.no-guest')`\`${person.value}\` can't be a guest of the project and is skipped`);
}

const readUnusedTypes = (root: XmlElement) =>
  findChildren(root, 'unused_link_type').map(({ attributes, line }) => {
    const { tracker_id: trackerRef = '', shortname = '' } = attributes;
    return { line, trackerRef, shortname, isGood: artifactLinks.isLinkType(shortname) };
  });

const readSaying = (root: XmlElement) =>
  findChildren(root, 'assigned_subject').map(({ attributes, line }) => ({
    line,
    trackerRef: attributes['tracker_id'] ?? '',
  }));

const readIcons = (root: XmlElement) =>
  findChildren(root, 'tracker_icon').map(({ attributes, line }) => {
    const { tracker_id: trackerRef = '', icon = '' } = attributes;
    return { line, trackerRef, icon, isGood: isEmoji(icon) };
  });

const readSingulars = (root: XmlElement) =>
  findChildren(root, 'tracker_singular').map(({ attributes, line }) => {
    const { tracker_id: trackerRef = '', label = '' } = attributes;
    return { line, trackerRef, singularLabel: label.trim() };
  });

const readBlock = (root: XmlElement) => ({
  line: root.line,
  references: readReferences(root),
  labels: readLabels(root),
  ends: readEnds(root),
  guests: readGuests(root),
  unused: readUnusedTypes(root),
  saying: readSaying(root),
  icons: readIcons(root),
  singulars: readSingulars(root),
  background: { identifier: root.attributes['header_background'] ?? '' },
});

/** Tells of what can't be used, and of what is about trackers that are not there. */
function warnOfLeft(
  {
    line: ofBlock,
    references,
    labels,
    ends,
    unused,
    saying,
    icons,
    singulars,
    background,
  }: ReturnType<typeof readBlock>,
  warn: ImportContext['warn'],
  hasTracker: (trackerRef: string) => boolean,
): void {
  for (const { line, pattern } of references.filter(({ isGood }) => !isGood))
    warn(
      line,
      'reference',
      says('left.keyword')`the keyword \`${pattern.keyword}\` or its link is not valid; it is skipped`,
    );
  for (const { line, facts } of labels.filter(({ isGood }) => !isGood))
    warn(line, 'label', says('left.label')`the label \`${facts.label}\` or its colour is not valid; it is skipped`);
  for (const { line, username, day } of ends.filter(({ isGood }) => !isGood))
    warn(
      line,
      'member_end',
      says('left.no-day')`\`${day}\` is not a valid date; \`${username}\` stays without an end date`,
    );
  for (const { line, trackerRef } of saying)
    if (!hasTracker(trackerRef))
      warn(line, 'assigned_subject', says('left.of-no-tracker')`there is no tracker \`${trackerRef}\`; it is skipped`);
  for (const { line, trackerRef } of singulars)
    if (!hasTracker(trackerRef))
      warn(line, 'tracker_singular', says('left.of-no-tracker')`there is no tracker \`${trackerRef}\`; it is skipped`);
  for (const { line, trackerRef, icon, isGood } of icons)
    if (!isGood || !hasTracker(trackerRef))
      warn(
        line,
        'tracker_icon',
        says('left.icon')`\`${icon}\` is not an emoji, or there is no tracker \`${trackerRef}\`; it is skipped`,
      );
  for (const { line, trackerRef, shortname, isGood } of unused)
    if (!isGood || !hasTracker(trackerRef))
      warn(
        line,
        'unused_link_type',
        says('left.link-type')`there is no type \`${shortname}\` or no tracker \`${trackerRef}\`; it is skipped`,
      );
  if (background.identifier !== '' && !isBackground(background))
    warn(
      ofBlock,
      blockName,
      says('left.picture')`there is no image \`${background.identifier}\`; the project has no background`,
    );
}

/** Those of trackers that are there; check told of the others. */
async function importUnusedTypes(
  { tx }: ImportContext,
  unused: ReturnType<typeof readUnusedTypes>,
  trackers: ReadonlyMap<string, ImportedTracker>,
): Promise<void> {
  for (const [trackerRef, ofTracker] of Map.groupBy(unused, (one) => one.trackerRef)) {
    const tracker = trackers.get(trackerRef);
    const shortnames = ofTracker.flatMap(({ shortname, isGood }) => (isGood ? shortname : []));
    if (tracker !== undefined) await unusedLinkTypes.save(tx, { tracker: tracker.id }, shortnames);
  }
}

export const projectSettingsArchive: ElementPart = {
  element: blockName,
  file: 'project-settings.xml',
  outcome: stored('what only Tepal knows of the project', {
    '@header_background': stored('the picture behind its title'),
    reference: stored('keyword of its texts', {
      '@keyword': stored('which one'),
      '@description': stored('what it is for'),
      '@link': stored('where it leads'),
    }),
    label: stored('label of the project', {
      '@label': stored('what it says'),
      '@color': stored('its colour'),
      '@is_outline': stored('whether it is a frame'),
    }),
    member_end: stored('when a membership ends by itself', {
      '@username': stored('whose'),
      '@last_day': stored('its last day'),
      '@is_warned': stored('whether a mail told them'),
    }),
    guest: stored('who may enter without being a member', { '@format': stored('what names the person') }),
    assigned_subject: stored(
      'tracker whose mails say in their subject that the artifact is assigned to who gets them',
      {
        '@tracker_id': stored('which tracker'),
      },
    ),
    tracker_icon: stored('icon before the name of a tracker', {
      '@tracker_id': stored('which tracker'),
      '@icon': stored('one emoji'),
    }),
    tracker_singular: stored('what one artifact of a tracker is called', {
      '@tracker_id': stored('which tracker'),
      '@label': stored('the name'),
    }),
    unused_link_type: stored('type of links that a tracker has switched off', {
      '@tracker_id': stored('which tracker'),
      '@shortname': stored('which type'),
    }),
  }),
  leftByTemplates: ['member_end', 'guest'],
  read(root) {
    const block = readBlock(root);
    const { references, labels, ends, guests, unused, saying, icons, singulars, background } = block;
    return {
      check: ({ warn }, hasTracker) => warnOfLeft(block, warn, hasTracker),
      async import(context, _block, trackers) {
        const { tx, projectId } = context;
        const good = new Map(
          references.filter(({ isGood }) => isGood).map(({ pattern }) => [pattern.keyword, pattern]),
        );
        for (const pattern of good.values())
          await referencePatterns.insertPattern(tx, { project_id: projectId, ...pattern });
        if (isBackground(background))
          await projectWrites.updateProject(tx, projectId, { header_background: background.identifier });
        const kept = labels.filter(({ isGood }) => isGood).map(({ facts }) => facts);
        const ids = await keepLabels(tx, projectId, kept);
        if (ids.length < kept.length)
          context.warn(
            root.line,
            'label',
            says('left.labels')`duplicate labels, and labels above the limit of a project, are skipped`,
          );
        for (const end of ends.filter(({ isGood }) => isGood)) await importEnd(context, end);
        for (const guest of guests) await importGuest(context, guest);
        await importUnusedTypes(context, unused, trackers);
        for (const { trackerRef } of saying) {
          const tracker = trackers.get(trackerRef);
          if (tracker !== undefined) await ownSettings.give(context.tx, tracker.id, { saysAssigned: true });
        }
        for (const { trackerRef, icon, isGood } of icons) {
          const tracker = isGood ? trackers.get(trackerRef) : undefined;
          if (tracker !== undefined) await ownSettings.give(context.tx, tracker.id, { icon });
        }
        for (const { trackerRef, singularLabel } of singulars) {
          const tracker = trackers.get(trackerRef);
          if (tracker !== undefined) await ownSettings.give(context.tx, tracker.id, { singularLabel });
        }
        return undefined;
      },
    };
  },
  async export(db, projectId) {
    const xml = await write(db, projectId);
    return xml === undefined ? undefined : { name: blockName, line: 0, xml };
  },
};
