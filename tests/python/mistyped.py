"""Mistakes that the checker of types must find, each in a line that says so."""

from gi.repository import Dateline, DatelineFigure

scenario = Dateline.Scenario("ring-8")
scenario.analyse()  # wrong
scenario.analyze().get(3)  # wrong
scenario.simulate("1000")  # wrong
Dateline.Simulation("ring-8")  # wrong
Dateline.Simulation(scenario).rnu()  # wrong
text: str = Dateline.Network(scenario).n_links  # wrong
DatelineFigure.Picture(3)  # wrong
DatelineFigure.Picture(scenario, "links").svae("a.svg")  # wrong
