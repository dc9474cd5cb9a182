package repair

// Trace is for development.
var Trace func(string)
