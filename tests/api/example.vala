/* The loads of a torus before and after one of its cables breaks, as example.c computes them. */
int main () {
	string[] cables = { "", "1,2,2:x+" };

	try {
		var scenario = new Dateline.Scenario.preset ("torus-5x5x5");

		foreach (unowned string cable in cables) {
			scenario.set ("torus.broken-links", cable);
			var analysis = new Dateline.Analysis (scenario, null, null);
			print ("broken: %s\n", cable != "" ? cable : "none");
			print ("mean_hops: %.17g\n", analysis.get ("mean_hops"));
			print ("max_load_x: %.17g\n", analysis.get ("max_load_x"));
			print ("deadlock_free: %s\n", analysis.is_deadlock_free ().to_string ());
		}
	} catch (Error error) {
		printerr ("%s\n", error.message);
		return 1;
	}
	return 0;
}
