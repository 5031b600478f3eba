import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { COMPANY_GRANT, type PageScope } from '../../src/runtime/scope/index.ts';
import {
  SETTINGS_FORM,
  SYNTAX_EVENT,
  applySettings,
  convertSyntax,
  settingValue,
  settingsPage,
  withSetting,
  type ChoicePlace,
  type Setting,
  type SettingFault,
  type ValueSyntax,
} from '../../src/studio/settings/index.ts';
import { useDebounced, useStable } from '../../src/ui/hooks/index.ts';
import { isRecord, textOf } from '../../src/values/index.ts';
import { PageView, usePage } from '../../src/view/index.ts';
import { useChoices, useOffered } from './use-choices.ts';
import { useDeclared } from './use-declared.ts';
import { useKeptFocus, type KeptFocus } from './use-kept-focus.ts';
import styles from './View.module.css';

export type Json = Record<string, unknown>;
type Syntaxes = Readonly<Record<string, ValueSyntax>>;

export interface SubjectFormProps {
  /** The node, the action or the page that is set. */
  target: Json;
  settings: readonly Setting[];
  /** What a screen reader calls the form. */
  label: string;
  /** Where it is: what its names are chosen from. */
  place: ChoicePlace;
  /** Names an expression may read. */
  names: readonly Json[];
  /** Groups with headings, and other ways to write a value. */
  whole: boolean;
  /** The first group has no heading. */
  bare?: boolean;
  onTarget: (target: Json) => void;
}

/**
 * Observes every change of the form's values in a component of its own, so that typing redraws
 * nothing else.
 */
const Changes = observer(function Changes({
  scope,
  onValues,
}: {
  scope: PageScope;
  onValues: (values: Json) => void;
}) {
  const text = JSON.stringify(scope.forms.get(SETTINGS_FORM)?.values() ?? {});
  const first = useRef(text);
  useEffect(() => {
    if (text !== first.current) {
      first.current = text;
      onValues(JSON.parse(text) as Json);
    }
  }, [text, onValues]);
  return null;
});

interface FilledProps extends Omit<SubjectFormProps, 'onTarget'> {
  syntaxes: Syntaxes;
  focus: KeptFocus;
  onValues: (values: Json) => SettingFault[];
  onSyntax: (name: string, syntax: ValueSyntax) => void;
}
/** The form as it is filled in once; what is sound is written at once, what is not is explained. */
function FilledForm({
  target,
  settings,
  label,
  place,
  names,
  whole,
  bare = false,
  syntaxes,
  focus,
  onValues,
  onSyntax,
}: FilledProps) {
  const { registry, load } = usePage();
  const [scope, setScope] = useState<PageScope | null>(null);
  const [faults, setFaults] = useState<readonly SettingFault[]>([]);
  const page = useMemo(
    () => settingsPage(settings, target, { label, syntaxes, whole, bare, names }),
    [settings, target, label, syntaxes, whole, bare, names],
  );
  useChoices(scope, settings, place, target);
  const { root, ...focusing } = useKeptFocus(scope, focus);
  const find = useCallback(
    (key: string) =>
      key === page.key ? Promise.resolve({ ...COMPANY_GRANT, document: page }) : load(key),
    [page, load],
  );
  const read = useDebounced((values: Json) => setFaults(onValues(values)));
  const handleEvent = (event: string, payload: unknown) => {
    if (event !== SYNTAX_EVENT || !isRecord(payload)) return;
    read.flush();
    onSyntax(textOf(payload['name']), textOf(payload['writing']) as ValueSyntax);
  };
  return (
    // What was typed is written before anything else is done with the document.
    <div
      ref={root}
      className={styles.form}
      onFocus={focusing.onFocus}
      onBlur={() => {
        focusing.onBlur();
        read.flush();
      }}
    >
      {faults.length > 0 && (
        <ul role="alert" className={styles.faults}>
          {faults.map(({ name, title, text }) => (
            <li key={name}>{`${title}：${text}`}</li>
          ))}
        </ul>
      )}
      <PageView
        trial
        pageKey={page.key}
        ports={place.ports}
        registry={registry}
        load={find}
        onScope={setScope}
        onEmit={handleEvent}
      />
      {scope && <Changes scope={scope} onValues={read} />}
    </div>
  );
}

/** What the form is filled in with: the same while only the form itself changes it. */
const filledWith = (settings: readonly Setting[], target: Json, syntaxes: Syntaxes): string =>
  JSON.stringify([
    syntaxes,
    settings.map(({ name, path, offered }) => [name, offered, settingValue(target, path)]),
  ]);

/**
 * The settings of one thing as a form. A change written here comes back with the document, and the
 * form stays; for any other change it is filled in again.
 */
export function SubjectForm(props: SubjectFormProps) {
  const { target, place, onTarget } = props;
  const settings = useOffered(useDeclared(props.settings, target, place), place);
  const focus = useRef('');
  const [syntaxes, setSyntaxes] = useState<Syntaxes>({});
  const now = filledWith(settings, target, syntaxes);
  const written = useRef(now);
  const filled = useRef({ ...props, settings, round: 0 });
  if (written.current !== now) {
    written.current = now;
    filled.current = { ...props, settings, round: filled.current.round + 1 };
  }
  const write = useStable((next: Json) => {
    if (JSON.stringify(next) === JSON.stringify(target)) return;
    written.current = filledWith(settings, next, syntaxes);
    onTarget(next);
  });
  const apply = useStable((values: Json) => {
    const { target: next, faults } = applySettings(settings, target, values, syntaxes);
    write(next);
    return faults;
  });
  const rewrite = useStable((name: string, syntax: ValueSyntax) => {
    const setting = settings.find((each) => each.name === name);
    if (!setting) return;
    setSyntaxes({ ...syntaxes, [name]: syntax });
    const value = convertSyntax(settingValue(target, setting.path), syntax);
    // An empty formula is none: the value stays until there is one.
    const isWhole = typeof value !== 'object' || Object.values(value as object)[0] !== '';
    if (isWhole) onTarget(withSetting(target, setting.path, value));
  });
  const { round, ...shown } = filled.current;
  return (
    <FilledForm
      key={round}
      {...shown}
      syntaxes={syntaxes}
      focus={focus}
      place={place}
      onValues={apply}
      onSyntax={rewrite}
    />
  );
}
