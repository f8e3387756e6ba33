// Puts something into a list that is there already, such as an item that nobody has put into a backlog that is filled by hand.
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { isRecord, numberIn, textIn } from '../../platform/parse-unknown.ts';
import { Button } from '../../ui/button.tsx';
import { PickField } from '../../ui/pickers/pickers.tsx';
import { describeError } from '../../ui/feedback/async-states.tsx';
import { useSettled } from '../../ui/forms/use-settled.ts';
import { trackerQuery } from '../trackers/index.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';

interface Props {
  column: string;
  projectId: number;
  trackerIds: readonly number[];
  /** What the page shows in some list. */
  without: ReadonlySet<number>;
  /** Rejects where the server refuses. */
  onAdd(id: number): Promise<void>;
}

/** Of one request. */
const foundMax = 50;

/** Open artifacts of trackers of a project whose title has the words, the newest first. */
const foundQuery = (projectId: number, trackers: readonly { item_name: string; hasStatus: boolean }[], words: string) =>
  queryOptions({
    queryKey: ['planning', projectId, 'existing', trackers, words],
    queryFn: async ({ signal }) => {
      const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
      const names = trackers.map((tracker) => quote(tracker.item_name)).join(', ');
      const conditions = [
        trackers.every(({ hasStatus }) => hasStatus) ? '@status = OPEN()' : '@id > 0',
        ...(words === '' ? [] : [`@title = ${quote(words)}`]),
      ];
      const text = `SELECT @pretty_title FROM @project = 'self' AND @tracker.name IN (${names}) WHERE ${conditions.join(' AND ')}`;
      const query = JSON.stringify({ widget_id: 2 * projectId, tql_query: text });
      const params = { query: { query, limit: foundMax } };
      const { artifacts } = await take(api.GET('/crosstracker_query/content', { params, signal }));
      return artifacts.flatMap((row) => {
        const title = isRecord(row) ? row['@pretty_title'] : undefined;
        const id = numberIn(title, 'artifact_id');
        if (id === undefined) return [];
        const name = `${textIn(title, 'tracker_name') ?? ''} #${id}`;
        return [{ id, label: `${name} ${textIn(title, 'title') ?? ''}`, colour: textIn(title, 'color') ?? '' }];
      });
    },
    enabled: trackers.length > 0,
  });

export function AddExisting(props: Props): ReactNode {
  const [isOpen, setOpen] = useState<boolean>();
  if (isOpen !== true)
    return (
      <Button
        tone="quiet"
        autoFocus={isOpen === false}
        aria-label={t('planning.addExisting', { column: props.column })}
        onPress={() => setOpen(true)}
      >
        <Search aria-hidden="true" size={14} /> {t('planning.existing')}
      </Button>
    );
  return (
    <div
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
    >
      <Finder {...props} onAdded={() => setOpen(false)} />
    </div>
  );
}

function Finder({ projectId, trackerIds, without, onAdd, onAdded }: Props & { onAdded(): void }): ReactNode {
  const [text, setText] = useState('');
  const { submit, problem } = useSubmit();
  const words = useDeferredValue(useSettled(text.trim(), 0));
  const trackers = useQueries({ queries: trackerIds.map((id) => trackerQuery(id)) }).flatMap(({ data }) =>
    data === undefined
      ? []
      : [{ item_name: data.item_name, hasStatus: numberIn(data.semantics['status'], 'field_id') !== undefined }],
  );
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...foundQuery(projectId, trackers, words),
    placeholderData: keepPreviousData,
  });
  const found = (data ?? []).filter(({ id }) => !without.has(id));
  const add = async (id: number): Promise<void> => {
    await onAdd(id);
    onAdded();
  };
  return (
    <PickField
      label={t('planning.findExisting')}
      isLabelHidden
      placeholder={t('planning.findExisting')}
      choices={found.map(({ id, label, colour }) => ({ id: String(id), label, colour }))}
      value={undefined}
      onChange={(id) => {
        setText('');
        if (id !== undefined) void submit(() => add(Number(id)));
      }}
      onSearch={setText}
      isSearching={error === null && (isPending || isPlaceholderData || words !== text.trim())}
      note={error === null ? undefined : describeError(error)}
      error={problem}
      autoFocus
    />
  );
}
