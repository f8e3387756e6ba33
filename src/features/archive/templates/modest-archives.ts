// What archives and documents of trackers may hold of people who administer no site: no more than routes take of them.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { trackerDocument } from '../../trackers/index.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { listFormElements } from '../model/field-model.ts';

/** Elements of a file beside artifacts: some 200 fields with their values and permissions for each of 20 trackers. */
export const elementsMax = 50_000;

/** Throws invalid, with the line, for a list that is longer than routes take. */
export function requireShortLists({ trackers }: Pick<ProjectContent, 'trackers'>): void {
  for (const { line, bind } of trackers.flatMap(({ formElements }) => listFormElements(formElements)))
    if (bind !== undefined && bind.items.length > trackerDocument.valuesMax)
      throw invalid(
        says(
          'archive.long-list',
        )`project.xml, line ${line}, <formElement>: the list has ${bind.items.length} values; at most ${trackerDocument.valuesMax} are allowed`,
      );
}
