// A field: its value, and its editor when somebody changes it in place.
import { Lock, Pencil } from 'lucide-react';
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useRef } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { ListAnchor } from '../../../ui/pickers/list-anchor.ts';
import ui from '../../../ui/ui.module.css';
import { isChanged } from './keeping/drafts.ts';
import css from './form.module.css';
import { useForm } from './model.ts';
import { editorOf } from './parts.tsx';
import { ReadValue } from './read-value.tsx';
import { fieldIs, fieldTypeOf } from '../../fields/index.ts';
import { editKindOf, isSentByEnter, savesAtOnce, typeHolding, withFile } from './edits.ts';
import type { Edit, EditorProps, Field, FieldForm } from '../../fields/index.ts';

function FieldEditor(props: EditorProps): ReactNode {
  const Editor = editorOf(typeHolding(props.field, props.edit));
  return Editor === undefined ? null : <Editor {...props} />;
}

/** What editors see of the form. */
function useFieldForm(): FieldForm {
  const form = useForm();
  const { tracker, whyNot, currentOf, change } = form;
  const files = tracker.fields.find((field) => fieldIs.files(field) && whyNot(field) === undefined);
  return {
    ...form,
    files: files && {
      field: files,
      add(file) {
        const held = currentOf(files.field_id);
        if (held !== undefined) change(files.field_id, withFile(held, file));
      },
    },
  };
}

/** Escape closes the list of a box first. */
const isListOpen = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';

function Editing({ field }: { field: Field }): ReactNode {
  const form = useForm();
  const fieldForm = useFieldForm();
  const { field_id: id } = field;
  const editing = useRef<HTMLDivElement>(null);
  const entry = form.entryOf(id);
  const edit = form.currentOf(id);
  const isAlone = form.tracker.fields.every(({ field_id: other }) => {
    const one = other === id ? undefined : form.entryOf(other);
    return one === undefined || !isChanged(one);
  });
  const isAtOnce = !form.isWhole && isAlone && savesAtOnce(field);
  if (edit === undefined) return null;
  const change = (next: Edit): void => {
    form.change(id, next);
    if (isAtOnce) form.save([id]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey || (!form.isWhole && isSentByEnter(edit)));
    if (isSend && event.target instanceof HTMLElement && event.target.closest('button') === null) {
      event.preventDefault();
      form.save(form.isWhole ? undefined : [id]);
    } else if (event.key === 'Escape' && !form.isWhole && !isListOpen(event.target)) {
      event.preventDefault();
      form.close(id, true);
    }
  };
  const isUnchanged = entry === undefined || !isChanged(entry);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!isAtOnce || !isUnchanged || form.isBusy || !document.hasFocus()) return;
    const isInList = relatedTarget instanceof Element && relatedTarget.closest('[data-trigger]') !== null;
    if (!isInList && !currentTarget.contains(relatedTarget)) form.close(id, false);
  };
  const hasButtons = !form.isWhole && !(isAtOnce && isUnchanged);
  return (
    <div ref={editing} className={css.editing} onKeyDown={onKeyDown} onBlur={onBlur}>
      <ListAnchor value={hasButtons ? editing : undefined}>
        <FieldEditor
          form={fieldForm}
          field={field}
          edit={edit}
          onChange={change}
          error={entry?.problem}
          autoFocus={form.isWhole ? id === form.firstFieldId : entry !== undefined && isUnchanged}
        />
      </ListAnchor>
      {hasButtons && (
        <div className={ui.row}>
          <Button tone="primary" isDisabled={form.isBusy} onPress={() => form.save([id])}>
            {t('ui.save')}
          </Button>
          <Button isDisabled={form.isBusy} onPress={() => form.close(id, false)}>
            {t('ui.cancel')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What was typed into an editor that is closed. */
export function KeptDraft({ field }: { field: Field }): ReactNode {
  const form = useForm();
  return (
    <span className={`${ui.row} ${ui.small}`}>
      <span className={css.kept}>{t('form.kept')}</span>
      <Button tone="quiet" onPress={() => form.open(field.field_id)}>
        {t('form.goOn')}
      </Button>
      <Button tone="quiet" onPress={() => form.close(field.field_id, false)}>
        {t('form.discard')}
      </Button>
    </span>
  );
}

export function EditButton({ field }: { field: Field }): ReactNode {
  const form = useForm();
  return (
    <button
      type="button"
      className={css.pencil}
      data-pencil
      aria-label={t('form.edit', { label: field.label })}
      onClick={() => form.open(field.field_id)}
    >
      <Pencil size={13} aria-hidden="true" />
    </button>
  );
}

function FieldHead({ field }: { field: Field }): ReactNode {
  const form = useForm();
  const whyNot = form.whyNot(field);
  const isFilledIn = editKindOf(field.type) !== undefined;
  return (
    <div className={css.fieldHead}>
      <h3 className={ui.label}>
        {field.label}
        {field.required && (
          <span className={ui.required} title={t('form.required')}>
            *
          </span>
        )}
      </h3>
      {isFilledIn && whyNot === undefined && <EditButton field={field} />}
      {isFilledIn && whyNot !== undefined && (
        <span className={css.lock} title={whyNot}>
          <Lock size={12} aria-hidden="true" />
          <span className="visually-hidden">{whyNot}</span>
        </span>
      )}
    </div>
  );
}

function Reading({ field }: { field: Field }): ReactNode {
  const form = useForm();
  const { field_id: id } = field;
  const mayOpen = editKindOf(field.type) !== undefined && form.whyNot(field) === undefined;
  const open = (event: MouseEvent): void => {
    const isElsewhere = event.target instanceof HTMLElement && event.target.closest('a, button, summary') !== null;
    // Whoever marks a text wants to copy it.
    if (mayOpen && !isElsewhere && getSelection()?.isCollapsed !== false) form.open(id);
  };
  return (
    <div className={css.reading} data-open={mayOpen} data-marked={form.isMarked(id)} onClick={open}>
      {/* Charts say their names themselves. */}
      {!fieldIs.chart(field) && <FieldHead field={field} />}
      <div className={css.value}>
        <ReadValue field={field} value={form.valueOf(id)} />
      </div>
      {form.entryOf(id) !== undefined && <KeptDraft field={field} />}
    </div>
  );
}

export function FieldView({ field }: { field: Field }): ReactNode {
  const form = useForm();
  const mayChange = editKindOf(field.type) !== undefined && form.whyNot(field) === undefined;
  const isEditing = form.entryOf(field.field_id)?.isOpen === true || (form.isWhole && mayChange);
  const cell = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(isEditing);
  // The editor that is gone may have had the focus.
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body)
      cell.current?.querySelector<HTMLElement>('[data-pencil]')?.focus({ preventScroll: true });
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <div
      ref={cell}
      className={css.cell}
      data-wide={fieldTypeOf(field.type).isWide === true}
      data-field={field.field_id}
      data-problem={form.entryOf(field.field_id)?.problem !== undefined}
    >
      {isEditing ? <Editing field={field} /> : <Reading field={field} />}
    </div>
  );
}
