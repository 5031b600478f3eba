import { computed, observable, runInAction } from 'mobx';
import type { IComputedValue, IObservableValue } from 'mobx';
import type { Problem } from '../../contract/index.ts';
import { equalData } from './equal.ts';
import { fieldAt } from './server-errors.ts';
import type { OwnedField, OwnedRecord } from './owner.ts';
import type { FormError } from './types.ts';

interface TrackedError extends FormError {
  readonly fields: readonly OwnedField[];
  /** Values of the fields when it was said. */
  readonly values: readonly unknown[];
}

/**
 * Problems of a form as a whole. One holds while the fields it is about have the values it was said
 * of.
 */
export class FormErrors {
  private readonly tracked: IObservableValue<readonly TrackedError[]> = observable.box<
    readonly TrackedError[]
  >([], { deep: false });
  private readonly now: IComputedValue<readonly FormError[]> = computed(() =>
    this.tracked
      .get()
      .filter(({ fields, values }) =>
        fields.every((field, at) => equalData(field.value, values[at])),
      ),
  );

  get current(): readonly FormError[] {
    return this.now.get();
  }
  clear(): void {
    if (this.tracked.get().length > 0) runInAction(() => this.tracked.set([]));
  }

  /** Keeps those that say which fields they are about; answers the others. */
  apply(root: OwnedRecord, problems: readonly Problem[]): Problem[] {
    const whole = problems.filter(({ about }) => about !== undefined);
    const added = whole.map(({ msg, about = [] }): TrackedError => {
      const fields = about.flatMap((path) => {
        const field = fieldAt(root, path.split('/').slice(1));
        return field?.visible ? [field] : [];
      });
      return { text: msg, fields, values: fields.map((field) => field.value) };
    });
    runInAction(() => this.tracked.set(added));
    return problems.filter(({ about }) => about === undefined);
  }
}
