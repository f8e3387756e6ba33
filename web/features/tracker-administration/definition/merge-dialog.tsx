// What somebody else saved meanwhile, and whose version counts where both changed the same.
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { Versions } from '../../../ui/layout/versions.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import type { DefinitionDraft } from './definition-draft.ts';
import { listChanges, merge, nameOfPart } from './merge.ts';
import type { Part } from './merge.ts';
import { describePartText } from './part-text.ts';
import { describePart } from './part-names.ts';
import { useDefinition } from './use-definition.ts';

/** The former one only where it is short. */
const formerMax = 300;

function PartVersions({ part, theirs }: { part: Part; theirs: DefinitionDraft }): ReactNode {
  const { base, draft, groups } = useDefinition();
  const [was, mine, their] = [base, draft, theirs].map((one) => describePartText(one, part, groups));
  if (mine === undefined || their === undefined) return null;
  return (
    <Versions
      versions={[
        ...(was === undefined || was.length > formerMax ? [] : [{ title: t('design.merge.was'), text: was }]),
        { title: t('design.merge.mine'), text: mine },
        { title: t('design.merge.their'), text: their },
      ]}
    />
  );
}

function Merge({ theirs }: { theirs: DefinitionDraft }): ReactNode {
  const { base, draft, takeMerge, cancelMerge } = useDefinition();
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set());
  const changes = useMemo(() => listChanges(base, theirs), [base, theirs]);
  const merged = useMemo(() => merge(base, draft, theirs, given), [base, draft, theirs, given]);
  const conflicts = useMemo(() => merge(base, draft, theirs).conflicts, [base, draft, theirs]);
  const names = new Set(conflicts.map(nameOfPart));
  return (
    <>
      <p>{t('design.merge.text')}</p>
      <ul className={css.changes}>
        {changes.map((part) => {
          const name = nameOfPart(part);
          return (
            <li key={name}>
              <div className={`${ui.grow} ${ui.stack}`}>
                <span>{describePart(part)}</span>
                {names.has(name) && <PartVersions part={part} theirs={theirs} />}
                {names.has(name) && (
                  <Checkbox
                    isSelected={given.has(name)}
                    onChange={(is) =>
                      setGiven(is ? new Set([...given, name]) : new Set([...given].filter((one) => one !== name)))
                    }
                  >
                    {t('design.merge.theirs')}
                  </Checkbox>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <p className={`${ui.soft} ${ui.small}`}>
        {conflicts.length === 0
          ? t('design.merge.noConflict')
          : t('design.merge.conflicts', { count: conflicts.length })}
      </p>
      <div className={ui.actions}>
        <Button onPress={cancelMerge}>{t('design.merge.later')}</Button>
        <Button tone="primary" autoFocus onPress={() => takeMerge(merged.draft)}>
          {t('design.merge.take')}
        </Button>
      </div>
    </>
  );
}

export function MergeDialog(): ReactNode {
  const { theirs, cancelMerge } = useDefinition();
  return (
    <Dialog title={t('design.merge.title')} isOpen={theirs !== undefined} onClose={cancelMerge} isWide>
      {theirs !== undefined && <Merge theirs={theirs.definition} />}
    </Dialog>
  );
}
