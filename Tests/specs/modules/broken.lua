-- Does not compile.
return { = 5
