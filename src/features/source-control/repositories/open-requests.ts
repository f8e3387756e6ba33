// Open pull requests of repositories, of which a later feature knows.
import type { Database, Reader } from '../../../platform/database/index.ts';
import { askAll } from '../../../platform/extension-point.ts';
import type { ExtensionPoint } from '../../../platform/extension-point.ts';

/** Count them by the id of the repository into which they are to be merged; repositories without any may be left out. */
export type OpenRequests = ExtensionPoint<
  (db: Reader, repositoryIds: readonly number[]) => Promise<readonly (readonly [id: number, count: number])[]>
>;

/** By repository. */
export const countOpenRequests = async (
  { database, openRequests }: { database: Database; openRequests: OpenRequests },
  repositories: readonly { id: number }[],
): Promise<ReadonlyMap<number, number>> =>
  new Map(
    repositories.length === 0
      ? []
      : await askAll(
          openRequests,
          database.read,
          repositories.map((one) => one.id),
        ),
  );
