import { computed, observable, runInAction } from 'mobx';
import type { IComputedValue, IObservableValue } from 'mobx';
import type { Problem } from '../../contract/index.ts';
import { equalData } from './equal.ts';
import { fieldAt } from './landing.ts';
import type { OwnedField, OwnedRecord } from './owner.ts';
import type { Complaint } from './types.ts';

interface Heard extends Complaint {
  readonly fields: readonly OwnedField[];
  /** Values of the fields when it was said. */
  readonly values: readonly unknown[];
}

/**
 * Problems of a form as a whole. One holds while the fields it is about have the values it was said
 * of.
 */
export class Complaints {
  private readonly heard: IObservableValue<readonly Heard[]> = observable.box<readonly Heard[]>(
    [],
    { deep: false },
  );
  private readonly now: IComputedValue<readonly Complaint[]> = computed(() =>
    this.heard
      .get()
      .filter(({ fields, values }) =>
        fields.every((field, at) => equalData(field.value, values[at])),
      ),
  );

  get open(): readonly Complaint[] {
    return this.now.get();
  }
  clear(): void {
    if (this.heard.get().length > 0) runInAction(() => this.heard.set([]));
  }

  /** Keeps those that say which fields they are about; answers the others. */
  hear(root: OwnedRecord, problems: readonly Problem[]): Problem[] {
    const whole = problems.filter(({ about }) => about !== undefined);
    const heard = whole.map(({ msg, about = [] }): Heard => {
      const fields = about.flatMap((path) => {
        const field = fieldAt(root, path.split('/').slice(1));
        return field?.visible ? [field] : [];
      });
      return { text: msg, fields, values: fields.map((field) => field.value) };
    });
    runInAction(() => this.heard.set(heard));
    return problems.filter(({ about }) => about === undefined);
  }
}
