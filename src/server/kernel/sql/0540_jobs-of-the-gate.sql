-- Who joins a company does so before it is entered, and leaves work to be done in it.
grant insert on kernel.job to huozi_gate;
