// A cache that does not take for new what was asked for before it changed.
import { QueryClient } from '@tanstack/react-query';
import type { InvalidateOptions, InvalidateQueryFilters, QueryKey } from '@tanstack/react-query';
import { forgetPreloaded } from './preloaded.ts';

export class RereadingClient extends QueryClient {
  /** What is just being read for the first time is read once more: the server may have answered before it changed. */
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    forgetPreloaded();
    const begun = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    for (const { queryKey, promise } of begun)
      promise?.then(
        () => super.invalidateQueries({ queryKey, exact: true }),
        () => undefined,
      );
    return super.invalidateQueries(filters, options);
  }
}
