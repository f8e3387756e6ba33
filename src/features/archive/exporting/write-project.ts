// Writes project.xml as a stream of text: artifacts come from elsewhere, one by one, and are never held together.
import { xmlDeclaration } from '../../../platform/texts/xml-text.ts';
import type { ProjectContent } from '../model/project-content.ts';
import type { ArchiveArtifact } from '../model/artifact-model.ts';
import { writeArtifact } from '../concepts/artifacts.ts';
import { writeLinkTypes } from '../concepts/link-types.ts';
import { writeServices } from '../concepts/services.ts';
import { writeTriggers } from '../concepts/triggers.ts';
import { writeUserGroups } from '../concepts/user-groups.ts';
import { writeTracker } from './write-tracker.ts';
import { joinElements, leaf, openElement, optionalLeaf } from '../xml/xml-element.ts';

const isSwitch = /^(?:0|1|true|false)$/;

const isInsideTrackers = ({ name }: { name: string }): boolean => name === 'references';

/** The project in two halves, between which its trackers stand. */
function writeFrame(content: ProjectContent): [start: string, end: string] {
  const { project, natures, useNatures, triggers, otherBlocks } = content;
  const attributes = {
    'unix-name': project.writtenName ?? project.unixName,
    'full-name': project.fullName,
    description: project.description,
    access: project.access,
    'icon-codepoint': project.iconCodepoint,
    // The format has a switch here; archives of old say more.
    'inherit-from-template': isSwitch.test(project.inheritFromTemplate ?? '') ? project.inheritFromTemplate : undefined,
  };
  const start = openElement('project', attributes, [
    leaf('long-description', project.longDescription),
    optionalLeaf('banner', project.banner),
    writeServices(project),
    writeUserGroups(project),
  ]);
  const inner = otherBlocks.filter(isInsideTrackers).map(({ xml }) => xml);
  const outer = otherBlocks.filter((block) => !isInsideTrackers(block)).map(({ xml }) => xml);
  return [
    start + openElement('trackers', { 'use-natures': useNatures ? 'true' : 'false' }),
    joinElements([writeTriggers(triggers), ...inner, '</trackers>', writeLinkTypes(natures), ...outer]),
  ];
}

/** project.xml in pieces, of content that is portable; `artifacts` gives those of a tracker by its reference. */
export async function* writeProjectXml(
  content: ProjectContent,
  artifacts: (trackerRef: string) => AsyncIterable<ArchiveArtifact>,
): AsyncGenerator<string> {
  const [start, end] = writeFrame(content);
  yield xmlDeclaration + start;
  for (const tracker of content.trackers) {
    const [before, after] = writeTracker(tracker);
    yield `${before}<artifacts>\n`;
    for await (const artifact of artifacts(tracker.ref)) yield `${writeArtifact(artifact)}\n`;
    yield `</artifacts>\n${after}`;
  }
  yield `${end}</project>\n`;
}
