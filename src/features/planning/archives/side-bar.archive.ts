// Whether the side bar lists open milestones, as `<agiledashboard>` says it: without a word it does.
import type { Reader } from '../../../platform/database/index.ts';
import { element, parseXml, readSwitch } from '../../archive/index.ts';
import type { RawBlock } from '../../archive/index.ts';
import { listsMilestones } from '../definition/side-bar.store.ts';

export const blockName = 'agiledashboard';
export const sideBarSwitch = 'should_sidebar_display_last_milestones';

const written = /\sshould_sidebar_display_last_milestones\s*=\s*(?:"[^"]*"|'[^']*')/;

/** The block as it says what the side bar does now; it stays as it is where it says so already. */
export async function writeSideBar(
  db: Reader,
  projectId: number,
  block: RawBlock | undefined,
): Promise<RawBlock | undefined> {
  const isListing = await listsMilestones(db, projectId);
  const xml = block?.xml ?? element(blockName, {});
  const root = await parseXml([Buffer.from(xml)], { file: blockName });
  if (readSwitch(root, sideBarSwitch, true) === isListing) return block;
  const silent = xml.replace(written, '');
  const marked = isListing ? silent : silent.replace(`<${blockName}`, () => `<${blockName} ${sideBarSwitch}="0"`);
  return { name: blockName, line: 0, ...block, xml: marked };
}
