// Links of an artifact in both directions: found by words, by id or among the last seen, or made in place; and taken away.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/fields.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { describeError } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import files from '../../../ui/files/files.module.css';
import type { EditorProps } from '../editing.ts';
import css from './links.module.css';
import { findArtifactsQuery, targetsQuery } from './link.queries.ts';
import type { Found } from './link.queries.ts';
import { linksEdit, linkTypesOf } from './links.ts';
import type { ArtifactLink, LinksEdit } from './links.ts';
import { NewLinked } from './new-linked.tsx';

/** Directions of a type are choices of their own: "Child" and "Parent". */
const kindId = (type: string, direction: ArtifactLink['direction']): string => `${direction} ${type}`;

function useKinds(field: EditorProps<LinksEdit>['field']) {
  const known = linkTypesOf(field).flatMap(({ shortName, forward, reverse, isUsed }) => [
    { type: shortName, direction: 'forward' as const, isUsed, label: forward === '' ? t('form.links.plain') : forward },
    {
      type: shortName,
      direction: 'reverse' as const,
      isUsed,
      label: reverse === '' ? t('form.links.plainReverse') : reverse,
    },
  ]);
  const labelOf = ({ type, direction }: Pick<ArtifactLink, 'type' | 'direction'>): string =>
    known.find((kind) => kind.type === type && kind.direction === direction)?.label ?? type;
  return { kinds: known.filter(({ isUsed }) => isUsed), labelOf };
}

function Finder({
  onFound,
  autoFocus,
  without,
}: {
  onFound(found: Found): void;
  autoFocus: boolean;
  without: ReadonlySet<number>;
}): ReactNode {
  const [text, setText] = useState('');
  const query = useDeferredValue(useSettled(text.trim(), 0));
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...findArtifactsQuery(query),
    placeholderData: keepPreviousData,
  });
  const found = (data ?? []).filter(({ id }) => !without.has(id));
  const note = error === null ? (text === '' ? t('form.links.recent') : undefined) : describeError(error);
  return (
    <PickField
      label={t('form.links.find')}
      isLabelHidden
      placeholder={t('form.links.find')}
      choices={found.map(({ id, label, colour }) => ({ id: String(id), label, colour }))}
      value={undefined}
      onChange={(id) => {
        const one = found.find((entry) => String(entry.id) === id);
        if (one !== undefined) onFound(one);
        setText('');
      }}
      onSearch={setText}
      isSearching={error === null && (isPending || isPlaceholderData || query !== text.trim())}
      note={note}
      autoFocus={autoFocus}
    />
  );
}

export function LinkEditor({ field, edit, onChange, error, autoFocus, form }: EditorProps<LinksEdit>): ReactNode {
  const { artifactId, projectId } = form;
  const { kinds, labelOf } = useKinds(field);
  const [kind, setKind] = useState(kindId('', 'forward'));
  const [isMaking, setMaking] = useState(false);
  const { links } = edit;
  const { data: targets } = useQuery(targetsQuery(links.map(({ id }) => id)));
  const chosen = kinds.find(({ type, direction }) => kindId(type, direction) === kind) ?? kinds[0];
  const add = ({ id, label, colour }: Found): void => {
    if (chosen === undefined) return;
    const { type, direction } = chosen;
    onChange(linksEdit([...links, { id, type, direction, label, colour }]));
  };
  const taken = new Set([
    ...(artifactId === undefined ? [] : [artifactId]),
    ...links.filter(({ type, direction }) => kindId(type, direction) === kind).map(({ id }) => id),
  ]);
  return (
    <div className={ui.field} role="group" aria-label={field.label}>
      <span className={ui.label}>{field.label}</span>
      <ul className={files.list}>
        {links.map((link) => (
          <li key={`${link.direction} ${link.type} ${link.id}`} className={files.row}>
            <span className={ui.dot} data-colour={link.colour} />
            <span className={css.linkKind}>{labelOf(link)}</span>
            <span className={ui.grow}>
              {link.label}{' '}
              {targets?.get(link.id)?.title !== undefined &&
                !link.label.includes(targets.get(link.id)?.title ?? '') &&
                targets.get(link.id)?.title}
            </span>
            <Button
              tone="quiet"
              isIcon
              aria-label={t('form.links.remove', { name: link.label })}
              onPress={() => onChange(linksEdit(links.filter((one) => one !== link)))}
            >
              <X />
            </Button>
          </li>
        ))}
      </ul>
      <div className={css.linkNew}>
        <Select
          label={t('form.links.kind')}
          isLabelHidden
          choices={kinds.map(({ type, direction, label }) => ({ id: kindId(type, direction), label }))}
          value={kind}
          onChange={setKind}
        />
        <Finder onFound={add} autoFocus={autoFocus} without={taken} />
        <Button onPress={() => setMaking(!isMaking)}>
          <Plus /> {t('form.links.new')}
        </Button>
      </div>
      {isMaking && (
        <NewLinked
          projectId={projectId}
          onMade={(made) => {
            add(made);
            setMaking(false);
          }}
          onCancel={() => setMaking(false)}
        />
      )}
      {error !== undefined && <p className={ui.error}>{error}</p>}
    </div>
  );
}
