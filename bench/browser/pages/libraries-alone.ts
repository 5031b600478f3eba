// React and the libraries the engine runs on, as much of them as it uses.
import { createRoot } from 'react-dom/client';
import { useState } from 'react';
import { Decimal } from 'decimal.js';
import { computed, createAtom, observable, reaction, runInAction, untracked, when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { createActor } from 'xstate';

Object.assign(window, {
  __bench: {
    createRoot,
    useState,
    Decimal,
    computed,
    createAtom,
    observable,
    reaction,
    runInAction,
    untracked,
    when,
    observer,
    createActor,
  },
});
